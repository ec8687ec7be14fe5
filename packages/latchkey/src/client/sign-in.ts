import type { ProviderType } from '../types/basics.ts'
import type { Connection, ServerResponse } from './connection.ts'
import { outcomeOf } from './outcome.ts'
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
 * Requests a credential from the browser. Returns the fields to add to the form, or a response of
 * the server that ends the sign-in.
 */
export type RequestCredential = (
  connection: Connection,
  providerId: string,
  fields: Fields,
) => Promise<{ fields: Fields } | { response: ServerResponse }>

/**
 * Creates the function that signs in. With `requestCredential`, it is for passkey providers;
 * without, it is for all other providers.
 */
export function createSignIn(parts: Parts, requestCredential?: RequestCredential): SignIn {
  const { connection } = parts
  async function signIn(
    id?: string,
    options: SignInOptions<boolean> = {},
    params?: SignInAuthorizationParams,
  ): Promise<SignInResponse> {
    const { redirect = true, redirectTo, callbackUrl = location.href, ...fields } = options
    const target = redirectTo ?? callbackUrl
    const providers = id === undefined ? {} : await connection.knownProviders().catch(() => undefined)
    if (providers === undefined) return navigate(connection, 'error')
    const type = id && providers[id]?.type
    if (!type) return navigate(connection, `signin?${new URLSearchParams({ callbackUrl: target })}`)
    requireMatchingType(id, type, requestCredential)
    if (areCookiesBlocked()) return refuse(connection, target, redirect)
    const credential = await requestCredential?.(connection, id, fields)
    if (credential && 'response' in credential) return finish(parts, credential.response, target, redirect)
    const endpoint = endpointFor(id, type, params)
    return finish(
      parts,
      await connection.post(endpoint, { ...fields, ...credential?.fields, callbackUrl: target }),
      target,
      redirect,
    )
  }
  // With a redirect, the declared result is `void`: callers do not use the returned value.
  return signIn as SignIn
}

/** Continues on a page of the server, because there is no provider to sign in with. */
function navigate(connection: Connection, endpoint: string): SignInResponse {
  connection.navigate(connection.url(endpoint))
  return { error: 'Configuration', code: undefined, status: 0, ok: false, url: null }
}

/** Only a browser knows it before a form is sent. */
function areCookiesBlocked(): boolean {
  return typeof navigator === 'object' && navigator.cookieEnabled === false
}

/** Without cookies, the server would sign in a user whose next request is signed out. */
function refuse(connection: Connection, target: string, redirect: boolean): SignInResponse {
  const error = 'MissingCookie'
  if (redirect)
    connection.navigate(connection.url(`signin?${new URLSearchParams({ error, callbackUrl: target })}`))
  return { error, code: undefined, status: 0, ok: false, url: null }
}

function requireMatchingType(
  id: string,
  type: ProviderType,
  requestCredential: RequestCredential | undefined,
): void {
  const isPasskey = type === 'webauthn'
  if (isPasskey === (requestCredential !== undefined)) return
  const advice = isPasskey ? 'uses passkeys. Use' : 'does not use passkeys. Do not use'
  throw new TypeError(`The provider "${id}" ${advice} \`signIn\` of "latchkey/webauthn".`)
}

/** Credentials and passkeys complete the sign-in with one form. Other providers only start it. */
function endpointFor(id: string, type: ProviderType, params: SignInAuthorizationParams | undefined): string {
  const endpoint = type === 'credentials' || type === 'webauthn' ? 'callback' : 'signin'
  const query = new URLSearchParams(params).toString()
  return `${endpoint}/${encodeURIComponent(id)}${query && `?${query}`}`
}

async function finish(
  { connection, session, channel }: Parts,
  response: ServerResponse,
  wanted: string,
  redirect: boolean,
): Promise<SignInResponse> {
  const { error, code, target } = outcomeOf(response, wanted)
  const result = {
    error,
    code,
    status: response.status,
    ok: error === undefined,
    url: error === undefined ? (target ?? null) : null,
  }
  if (redirect) connection.navigate(target ?? connection.url('error'))
  if (redirect || error !== undefined) return result
  if (session.hasListeners) await session.refreshAfterNow()
  channel.post('getSession')
  return result
}
