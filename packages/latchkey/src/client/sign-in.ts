import type { ProviderType } from '../types/basics.ts'
import type { Connection, Providers, ServerResponse } from './connection.ts'
import { readOutcome } from './outcome.ts'
import type { SessionChannel } from './session-channel.ts'
import type { ClientSession } from './session-store.ts'
import type { SignIn, SignInAuthorizationParams, SignInOptions, SignInResponse } from './types.ts'

/** The parts of a client that its functions use. */
export interface Parts {
  readonly connection: Connection
  readonly session: ClientSession
  readonly channel: SessionChannel
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Requests a credential from the browser, and sends it with `send`. Returns a response of the server
 * that ends the sign-in.
 */
export type RequestCredential = (
  connection: Connection,
  providerId: string,
  fields: Fields,
  send: (credential: Fields) => Promise<ServerResponse>,
) => Promise<ServerResponse>

/**
 * Creates the function that signs in. With `requestCredential`, it is for passkey providers;
 * without, it is for all other providers.
 *
 * @param accepts `all`: `requestCredential` is also for other providers
 */
export function createSignIn(
  parts: Parts,
  requestCredential?: RequestCredential,
  accepts: 'matching' | 'all' = 'matching',
): SignIn {
  const { connection } = parts
  async function signIn(
    id?: string,
    options: SignInOptions<boolean> = {},
    params?: SignInAuthorizationParams,
  ): Promise<SignInResponse> {
    const { redirect = true, redirectTo, callbackUrl = location.href, ...fields } = options
    const target = redirectTo ?? callbackUrl
    const signInPage = `signin?${new URLSearchParams({ callbackUrl: target })}`
    if (!id) return stop(connection, redirect, signInPage)
    const providers = await readProviders(connection, redirect)
    if (typeof providers === 'number') return stop(connection, redirect, 'error', FAILED, providers)
    const type = providers[id]?.type
    if (!type) {
      connection.report(new Error(`No provider has the id "${id}". See ${connection.url('providers')}.`))
      return stop(connection, redirect, signInPage, FAILED)
    }
    requireMatchingType(id, type, accepts, requestCredential)
    if (areCookiesBlocked()) return stop(connection, redirect, `${signInPage}&error=${BLOCKED}`, BLOCKED)
    const send = (credential?: Fields): Promise<ServerResponse> =>
      connection.post(endpointFor(id, type, params), { ...fields, ...credential, callbackUrl: target })
    const response = await (type === 'webauthn' && requestCredential
      ? requestCredential(connection, id, fields, send)
      : send())
    return finish(parts, response, target, redirect)
  }
  // With a redirect, the declared result is `void`: callers do not use the returned value.
  return signIn as SignIn
}

/**
 * Returns the providers, or the HTTP status of a response without them. Rejects if the server
 * cannot be reached and the page must not be left.
 */
async function readProviders(connection: Connection, redirect: boolean): Promise<Providers | number> {
  try {
    return await connection.knownProviders()
  } catch (error) {
    const { cause } = error as Error
    const status = typeof cause === 'number' ? cause : 0
    if (redirect || status) return status
    throw error
  }
}

const FAILED = 'Configuration'
/** Without cookies, the server would sign in a user whose next request is signed out. */
export const BLOCKED = 'MissingCookie'

/** Ends the sign-in before a form is sent: on another page, or with its URL or an error. */
function stop(
  connection: Connection,
  redirect: boolean,
  page: string,
  error?: string,
  status = 0,
): SignInResponse {
  const url = connection.url(page)
  if (redirect) connection.navigate(url)
  return toSignInResponse(status, redirect ? url : new URL(url, location.href).href, error)
}

/** Returns a result in the form that `signIn` has. */
export function toSignInResponse(
  status: number,
  url: string | undefined,
  error?: string,
  code?: string,
  requirement?: string,
): SignInResponse {
  const isFailed = error !== undefined
  return { error, code, requirement, status, ok: !isFailed && !requirement, url: (!isFailed && url) || null }
}

/** Only a browser knows it before a form is sent. */
export function areCookiesBlocked(): boolean {
  return typeof navigator === 'object' && navigator.cookieEnabled === false
}

function requireMatchingType(
  id: string,
  type: ProviderType,
  accepts: 'matching' | 'all',
  requestCredential: RequestCredential | undefined,
): void {
  const isPasskey = type === 'webauthn'
  if (accepts === 'all' || isPasskey === (requestCredential !== undefined)) return
  const advice = isPasskey ? 'uses passkeys. Use' : 'does not use passkeys. Do not use'
  throw new TypeError(`The provider "${id}" ${advice} \`signIn\` from "latchkey/webauthn".`)
}

/** Credentials and passkeys complete the sign-in with one form. Other providers only start it. */
function endpointFor(id: string, type: ProviderType, params: SignInAuthorizationParams | undefined): string {
  const endpoint = type === 'credentials' || type === 'webauthn' ? 'callback' : 'signin'
  const query = new URLSearchParams(params).toString()
  return `${endpoint}/${encodeURIComponent(id)}${query && `?${query}`}`
}

/**
 * Returns a form's result. If it started a session, shows it in this page and in the other tabs.
 *
 * @param wanted the URL that the page requested
 */
export async function finish(
  { connection, session, channel }: Parts,
  response: ServerResponse,
  wanted: string,
  redirect: boolean,
): Promise<SignInResponse> {
  const { error, code, target, requirement } = readOutcome(response, wanted)
  const result = toSignInResponse(response.status, target, error, code, requirement)
  if (redirect) connection.navigate(target ?? connection.url('error'))
  if (redirect || !result.ok) return result
  if (session.hasListeners) await session.refreshAfterNow()
  channel.post('getSession')
  return result
}
