import type { ProviderType } from '../types/basics.ts'
import type { Connection, ServerResponse } from './connection.ts'
import { outcomeOf } from './outcome.ts'
import type { SessionChannel } from './session-channel.ts'
import type { WatchedSession } from './session-store.ts'
import type { SignIn, SignInAuthorizationParams, SignInOptions, SignInResponse } from './types.ts'

/** What the functions of a client work with. */
export interface Parts {
  readonly connection: Connection
  readonly session: WatchedSession
  readonly channel: SessionChannel
}

type Fields = Readonly<Record<string, unknown>>

/** Gets what a page has to show beside its form; or an answer of the server that ends the sign-in. */
export type Prove = (
  connection: Connection,
  providerId: string,
  fields: Fields,
) => Promise<{ fields: Fields } | { response: ServerResponse }>

/** The function that signs in with passkeys, when it is told how to prove one; else the one for all other providers. */
export function createSignIn(parts: Parts, prove?: Prove): SignIn {
  const { connection } = parts
  async function signIn(
    id?: string,
    options: SignInOptions<boolean> = {},
    params?: SignInAuthorizationParams,
  ): Promise<SignInResponse> {
    const { redirect = true, redirectTo, callbackUrl = location.href, ...fields } = options
    const target = redirectTo ?? callbackUrl
    const providers = id === undefined ? {} : await connection.knownProviders().catch(() => undefined)
    if (providers === undefined) return leave(connection, 'error')
    const type = id && providers[id]?.type
    if (!type) return leave(connection, `signin?${new URLSearchParams({ callbackUrl: target })}`)
    refuseUnfit(id, type, prove)
    const proof = await prove?.(connection, id, fields)
    if (proof && 'response' in proof) return finish(parts, proof.response, target, redirect)
    const endpoint = endpointFor(id, type, params)
    return finish(
      parts,
      await connection.post(endpoint, { ...fields, ...proof?.fields, callbackUrl: target }),
      target,
      redirect,
    )
  }
  // Who is sent elsewhere gets an answer, too, that nobody looks at.
  return signIn as SignIn
}

/** Without a provider to sign in with the server's own pages go on. */
function leave(connection: Connection, endpoint: string): SignInResponse {
  connection.navigate(connection.url(endpoint))
  return { error: 'Configuration', code: undefined, status: 0, ok: false, url: null }
}

function refuseUnfit(id: string, type: ProviderType, prove: Prove | undefined): void {
  const isPasskey = type === 'webauthn'
  if (isPasskey === (prove !== undefined)) return
  throw new TypeError(
    `The provider "${id}" ${isPasskey ? 'signs in with passkeys. Use' : 'has no passkeys. Do not use'} \`signIn\` of "latchkey/webauthn".`,
  )
}

/** What is proved by the form itself is complete with it; anything else only begins. */
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
  if (session.isWatched) await session.refreshAfterNow()
  channel.post('getSession')
  return result
}
