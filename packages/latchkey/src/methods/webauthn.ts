import type { Context, SignInMethod } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import type { Identity } from '../contract/sign-in.ts'
import { toBase64 } from '../crypto/base64url.ts'
import { InvalidProvider } from '../errors/configuration.ts'
import { MissingScript } from '../errors/sign-in.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import type { ResolvedWebAuthnProvider } from '../types/providers/webauthn.ts'
import { passkeyAdapter } from './webauthn/adapter.ts'
import { signedInUser } from './webauthn/ceremony-user.ts'
import { type Challenge, takeChallenge } from './webauthn/challenge.ts'
import { refuseOldCounter } from './webauthn/counter.ts'
import {
  type AuthenticationResult,
  type RegistrationResult,
  readCredentialResponse,
} from './webauthn/credential-response.ts'
import { relyingParty } from './webauthn/relying-party.ts'
import {
  refusal,
  refuseUnknown,
  type VerificationInput,
  verifyAuthentication,
  verifyRegistration,
} from './webauthn/verify.ts'

/**
 * Signs in with a passkey. The page's script starts it: it requests a challenge from its own
 * endpoint.
 */
export const webauthn: SignInMethod<ResolvedWebAuthnProvider> = { proof: 'form', steps: 2, begin, complete }

/** Redirects to the sign-in page: only a page can ask for a passkey. */
async function begin({ base }: Context): Promise<Result> {
  return { type: 'redirect', url: endpointUrl(base, 'signin') }
}

async function complete(ctx: Context<ResolvedWebAuthnProvider>): Promise<Identity> {
  const { provider } = ctx
  if (ctx.method !== 'POST')
    throw new InvalidProvider(`A passkey response for "${provider.id}" must be a posted form.`)
  requireScript(ctx)
  const response = readCredentialResponse(ctx.form)
  const challenge = await takeChallenge(ctx, response.clientData.challenge, response.ceremony)
  const party = await relyingParty(ctx, provider)
  if (party.id !== challenge.relyingPartyId) throw refusal(provider, 'another relying party requested it')
  if (response.clientData.isCrossOrigin) throw refusal(provider, "it was created in another site's frame")
  const expected: VerificationInput = { provider, challenge: challenge.challenge, party }
  return response.ceremony === 'authenticate'
    ? authenticate(ctx, expected, response, challenge)
    : register(ctx, expected, response, challenge)
}

/** Rejects the plain page form, without the fields that the page's script adds. */
function requireScript({ form: { action, data }, provider, base }: Context<ResolvedWebAuthnProvider>): void {
  if (action !== undefined || data !== undefined) return
  throw new MissingScript(
    `The form for "${provider.id}" was sent without a passkey: the page's script did not run. ` +
      'If a proxy or a middleware sets its own Content-Security-Policy, ' +
      `exclude ${base.path} from it.`,
  )
}

/**
 * Returns the passkey's user. Reports an unknown passkey like a wrong signature, so that a response
 * does not reveal which passkeys exist.
 */
async function authenticate(
  ctx: Context,
  expected: VerificationInput,
  response: AuthenticationResult,
  { startedBy }: Challenge,
): Promise<Identity> {
  const { provider } = expected
  const adapter = passkeyAdapter(ctx)
  const authenticator = await adapter.getAuthenticator(toBase64(response.credentialId))
  // Some adapters return `undefined` for a missing record.
  if (!authenticator) throw await refuseUnknown(expected, response)
  const { counter, isUserVerified } = await verifyAuthentication(expected, response, authenticator)
  refuseOldCounter(ctx, provider, authenticator, counter)
  await adapter.updateAuthenticatorCounter(authenticator.credentialID, counter)
  const account = await adapter.getAccount(authenticator.providerAccountId, provider.id)
  if (!account || String(account.userId) !== String(authenticator.userId))
    throw refusal(provider, 'the passkey has no account here')
  const user = await adapter.getUser(account.userId)
  if (!user) throw refusal(provider, "the passkey's user no longer exists")
  const { providerAccountId } = account
  return {
    user,
    account: { provider: provider.id, providerAccountId, type: 'webauthn' },
    callbackUrl: await resolveCallbackUrl(ctx),
    startedBy,
    credentialID: authenticator.credentialID,
    amr: amrFor(ctx, isUserVerified),
  }
}

/**
 * A passkey that verified its user by a PIN or biometrics counts as both factors, unless the
 * application decides otherwise.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8176#section-2
 */
function amrFor({ auth }: Context, isUserVerified: boolean): readonly string[] {
  if (!isUserVerified) return ['pop']
  return auth.secondFactor?.passkey === false ? ['pop', 'user'] : ['pop', 'user', 'mfa']
}

/**
 * Returns a new passkey's owner: the user who requested it and is still signed in, or the new user
 * whom a signed-out visitor named.
 */
async function register(
  ctx: Context,
  expected: VerificationInput,
  response: RegistrationResult,
  challenge: Challenge,
): Promise<Identity> {
  const { provider } = expected
  const current = await signedInUser(ctx)
  if (challenge.startedBy !== (current === null ? undefined : String(current.id))) {
    throw refusal(provider, 'the signed-in user changed during the registration')
  }
  const user = current ?? challenge.user
  if (user === undefined) throw refusal(provider, 'it names no user')
  const { authenticator, aaguid } = await verifyRegistration(expected, response, challenge.isConditional)
  if (await passkeyAdapter(ctx).getAuthenticator(authenticator.credentialID))
    throw refusal(provider, 'the passkey is already registered')
  return {
    user,
    account: { provider: provider.id, providerAccountId: authenticator.providerAccountId, type: 'webauthn' },
    callbackUrl: await resolveCallbackUrl(ctx),
    startedBy: challenge.startedBy,
    authenticator,
    aaguid,
  }
}
