import type { Context } from '../../contract/context.ts'
import { normalizeEmail } from '../../security/email-address.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import type { User } from '../../types/user.ts'
import type {
  ResolvedWebAuthnProvider,
  WebAuthnContext,
  WebAuthnRequest,
  WebAuthnUserInfo,
} from '../../types/webauthn.ts'
import { describeRequest } from '../describe-request.ts'
import { passkeysOf } from './adapter.ts'
import type { Requester } from './decision.ts'

/** Who asks for a ceremony, and the user whom they are or name. */
export type CeremonyUser =
  | { readonly requester: 'signed-in'; readonly user: AdapterUser }
  | { readonly requester: 'known'; readonly user: User & { id: string } }
  | { readonly requester: 'new'; readonly user: User }
  | { readonly requester: 'unidentified'; readonly user?: undefined }

/** Finds out who asks: the session says so, else the fields of the form, which anybody can fill in. */
export async function findCeremonyUser(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
): Promise<CeremonyUser> {
  const current = await signedInUser(ctx)
  if (current !== null) return { requester: 'signed-in', user: current }
  const find = provider.getUserInfo ?? userWithEmail
  const info = await find(contextOf(ctx, provider), requestOf(ctx))
  if (info === null) return { requester: 'unidentified' }
  return info.exists ? { requester: 'known', user: info.user } : { requester: 'new', user: info.user }
}

/** For the decision: where only users may register, a stranger is nobody, whatever address they name. */
export function requesterFor(
  { registration }: ResolvedWebAuthnProvider,
  { requester }: CeremonyUser,
): Requester {
  return registration === 'authenticated' && requester !== 'signed-in' ? 'unidentified' : requester
}

/** The user of this browser's session, as the database knows them. */
export async function signedInUser(ctx: Context): Promise<AdapterUser | null> {
  const id = await ctx.auth.sessions.userId(ctx)
  return id === undefined ? null : ((await passkeysOf(ctx).getUser(id)) ?? null)
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

/** What the application's own functions may know of a ceremony. */
export function contextOf({ auth, base }: Context, provider: ResolvedWebAuthnProvider): WebAuthnContext {
  // Without an adapter the configuration has a problem, and no door is opened.
  return { provider, adapter: auth.adapter ?? {}, url: new URL(`${base.origin}${base.path}`) }
}

export function requestOf(ctx: Context): WebAuthnRequest {
  return { ...describeRequest(ctx), query: Object.fromEntries(ctx.query) }
}
