import type { Context } from '../../contract/context.ts'
import { normalizeEmail } from '../../security/email-address.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import type {
  ResolvedWebAuthnProvider,
  WebAuthnContext,
  WebAuthnRequest,
  WebAuthnUserInfo,
} from '../../types/providers/webauthn.ts'
import type { User } from '../../types/user.ts'
import { describeRequest } from '../describe-request.ts'
import { passkeyAdapter } from './adapter.ts'
import type { Requester } from './decision.ts'

/** A ceremony's requester, with the user who is signed in or whom the request names. */
export type CeremonyUser =
  | { readonly requester: 'signed-in'; readonly user: AdapterUser }
  | { readonly requester: 'known'; readonly user: User & { id: string } }
  | { readonly requester: 'new'; readonly user: User }
  | { readonly requester: 'unidentified'; readonly user?: undefined }

/**
 * Returns a ceremony's user: the session's user, otherwise the user whom the query names. The query
 * is not verified.
 */
export async function findCeremonyUser(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  action: string | null,
): Promise<CeremonyUser> {
  const current = await signedInUser(ctx)
  if (current !== null) return { requester: 'signed-in', user: current }
  if (!needsName(provider, action)) return { requester: 'unidentified' }
  const find = provider.getUserInfo ?? userWithEmail
  const info = await find(webauthnContext(ctx, provider), webauthnRequest(ctx))
  if (info === null) return { requester: 'unidentified' }
  return info.exists ? { requester: 'known', user: info.user } : { requester: 'new', user: info.user }
}

/**
 * Returns whether the response to a signed-out visitor depends on the user whom the query names.
 * Otherwise, nothing is looked up: the time would reveal whether the user exists.
 */
function needsName(
  { registration, registrationOptions }: ResolvedWebAuthnProvider,
  action: string | null,
): boolean {
  if (registration === 'anyone') return true
  return action !== 'register' && registrationOptions.authenticatorSelection?.residentKey !== 'required'
}

/**
 * Returns the requester for `decideCeremony`. If only signed-in users may register, a signed-out
 * requester is unidentified, regardless of the address in the request.
 */
export function requesterFor(
  { registration }: ResolvedWebAuthnProvider,
  { requester }: CeremonyUser,
): Requester {
  return registration === 'authenticated' && requester !== 'signed-in' ? 'unidentified' : requester
}

/** Returns the user of this browser's session, from the database. */
export async function signedInUser(ctx: Context): Promise<AdapterUser | null> {
  const id = await ctx.auth.sessions.userId({ ...ctx, isFresh: true })
  return id === undefined ? null : ((await passkeyAdapter(ctx).getUser(id)) ?? null)
}

async function userWithEmail(
  { adapter }: WebAuthnContext,
  { query }: WebAuthnRequest,
): Promise<WebAuthnUserInfo | null> {
  const email = normalizeEmail(query.email)
  if (email === undefined) return null
  const user = await adapter.getUserByEmail?.(email)
  return user ? { user, exists: true } : { user: { email }, exists: false }
}

/** Returns the context for the provider's functions `getUserInfo` and `getRelyingParty`. */
export function webauthnContext(
  { auth, base }: Context,
  provider: ResolvedWebAuthnProvider,
): WebAuthnContext {
  // Without an adapter, the configuration is invalid, and no endpoint is served.
  return { provider, adapter: auth.adapter ?? {}, url: new URL(`${base.origin}${base.path}`) }
}

/** Returns the request, with its query, for the same functions. */
export function webauthnRequest(ctx: Context): WebAuthnRequest {
  return { ...describeRequest(ctx), query: Object.fromEntries(ctx.query) }
}
