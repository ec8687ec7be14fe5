import type { Context } from '../contract/context.ts'
import type { JsonResult, Result } from '../contract/result.ts'
import { toBase64url } from '../crypto/base64url.ts'
import { InvalidProvider } from '../errors/configuration.ts'
import { type CeremonyUser, findCeremonyUser, requesterFor } from '../methods/webauthn/ceremony-user.ts'
import { rememberChallenge } from '../methods/webauthn/challenge.ts'
import { type Ceremony, decideCeremony } from '../methods/webauthn/decision.ts'
import { authenticationOptions, canRegister, registrationOptions } from '../methods/webauthn/options.ts'
import { relyingParty } from '../methods/webauthn/relying-party.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import type { ResolvedWebAuthnProvider } from '../types/providers/webauthn.ts'

/**
 * Serves `GET /webauthn-options/<provider>`: the options with which a browser requests or creates a
 * passkey, with a new challenge.
 */
export async function sendWebAuthnOptions(ctx: Context): Promise<Result> {
  const { provider } = ctx
  if (provider?.type !== 'webauthn')
    throw new InvalidProvider(
      provider === undefined
        ? "The path has no provider id. Request `webauthn-options/<id>` with a passkey provider's id."
        : `The provider "${provider.id}" does not use passkeys.`,
    )
  // A cross-origin page cannot read the response, but it could fill the browser with challenge
  // cookies.
  refuseCrossOriginCaller(ctx)
  const action = ctx.query.get('action')
  // Few applications need it.
  if (action === 'verify') return (await import('./verify-purpose.ts')).sendVerificationOptions(ctx)
  if (action === 'signal') return (await import('./passkey-signals.ts')).sendPasskeySignals(ctx, provider)
  if (action !== null && action !== 'authenticate' && action !== 'register') return refuse('Invalid action')
  const ceremonyUser = await findCeremonyUser(ctx, provider, action)
  const ceremony = decideCeremony(action, requesterFor(provider, ceremonyUser))
  if (ceremony === undefined) return refuse('Invalid request')
  const options = await begin(ctx, provider, ceremony, ceremonyUser)
  return options === undefined
    ? refuse('Invalid request')
    : { type: 'json', status: 200, body: { action: ceremony, options } }
}

async function begin(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  ceremony: Ceremony,
  ceremonyUser: CeremonyUser,
): Promise<object | undefined> {
  const party = await relyingParty(ctx, provider)
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const isConditional = ceremony === 'register' && ctx.query.get('mediation') === 'conditional'
  const challenge = {
    challenge: toBase64url(bytes),
    ceremony,
    provider: provider.id,
    relyingPartyId: party.id,
    startedBy: ceremonyUser.requester === 'signed-in' ? String(ceremonyUser.user.id) : undefined,
  }
  if (ceremony === 'authenticate') {
    // The named user is not stored in the cookie: its length would reveal whether the user exists.
    await rememberChallenge(ctx, challenge)
    return authenticationOptions(ctx, provider, party, ceremonyUser, bytes)
  }
  // Without asking, a passkey is only added to a user who has just signed in.
  if (!canRegister(ceremonyUser) || (isConditional && ceremonyUser.requester !== 'signed-in'))
    return undefined
  await rememberChallenge(ctx, {
    ...challenge,
    isConditional: isConditional || undefined,
    user: ceremonyUser.requester === 'new' ? ceremonyUser.user : undefined,
  })
  return registrationOptions(ctx, provider, party, ceremonyUser, bytes, isConditional)
}

function refuse(error: 'Invalid action' | 'Invalid request'): JsonResult {
  return { type: 'json', status: 400, body: { error } }
}
