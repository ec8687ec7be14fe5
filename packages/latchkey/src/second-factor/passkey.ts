import type { Context } from '../contract/context.ts'
import { findPasskeyProvider as findProvider } from '../contract/providers.ts'
import { toBase64, toBase64url } from '../crypto/base64url.ts'
import { SecondFactorFailed } from '../errors/second-factor.ts'
import { InvalidCheck, WebAuthnVerificationError } from '../errors/sign-in.ts'
import { passkeyAdapter } from '../methods/webauthn/adapter.ts'
import { rememberChallenge, takeChallenge } from '../methods/webauthn/challenge.ts'
import { refuseOldCounter } from '../methods/webauthn/counter.ts'
import { readCredentialResponse } from '../methods/webauthn/credential-response.ts'
import { listCredentials } from '../methods/webauthn/credentials.ts'
import { noteUsed } from '../methods/webauthn/details.ts'
import { relyingParty } from '../methods/webauthn/relying-party.ts'
import { refusal, verifyAuthentication } from '../methods/webauthn/verify.ts'
import type { ResolvedWebAuthnProvider } from '../types/providers/webauthn.ts'

/** Returns the passkey provider, if passkeys can be a second factor. */
export function findPasskeyProvider({ auth, providers }: Context): ResolvedWebAuthnProvider | undefined {
  if (auth.secondFactor?.passkey === false) return undefined
  return findProvider(providers)
}

/**
 * Returns the options with which a browser requests one of the user's passkeys. The response proves
 * only that this user is there: it signs no one in.
 *
 * @param isSamePasskey whether the user has signed in with a passkey that did not verify them: then
 *   only one that does is a second factor
 */
export async function passkeyOptions(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  userId: string,
  isSamePasskey: boolean,
): Promise<object> {
  const party = await relyingParty(ctx, provider)
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  await rememberChallenge(ctx, {
    challenge: toBase64url(bytes),
    ceremony: 'verify',
    provider: provider.id,
    relyingPartyId: party.id,
    startedBy: userId,
  })
  const { generateAuthenticationOptions } = await provider.load()
  return generateAuthenticationOptions({
    ...provider.authenticationOptions,
    ...(isSamePasskey && { userVerification: 'required' }),
    rpID: party.id,
    challenge: bytes,
    allowCredentials: await listCredentials(ctx, userId),
  })
}

/**
 * Checks the passkey in a posted form.
 *
 * @throws {SecondFactorFailed} if it is not one of the user's, or its response is not valid
 */
export async function usePasskey(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  userId: string,
  isSamePasskey: boolean,
): Promise<readonly string[]> {
  try {
    return await checkPasskey({ ...ctx, provider }, provider, userId, isSamePasskey)
  } catch (error) {
    const isRefused = error instanceof WebAuthnVerificationError || error instanceof InvalidCheck
    if (!isRefused) throw error
    throw new SecondFactorFailed(error.message, {
      cause: { err: error, user: userId },
    })
  }
}

async function checkPasskey(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  userId: string,
  isSamePasskey: boolean,
): Promise<readonly string[]> {
  const response = readCredentialResponse({
    ...ctx.form,
    action: 'authenticate',
  })
  const { challenge, isCrossOrigin } = response.clientData
  const remembered = await takeChallenge(ctx, challenge, 'verify')
  const party = await relyingParty(ctx, provider)
  if (remembered.startedBy !== userId) throw refusal(provider, 'it was requested for another user')
  if (party.id !== remembered.relyingPartyId) throw refusal(provider, 'another relying party requested it')
  if (isCrossOrigin) throw refusal(provider, "it was created in another site's frame")
  if (response.ceremony !== 'authenticate') throw refusal(provider, 'it registers a passkey')
  const { getAuthenticator, updateAuthenticatorCounter } = passkeyAdapter(ctx)
  const authenticator = await getAuthenticator(toBase64(response.credentialId))
  if (!authenticator || String(authenticator.userId) !== userId)
    throw refusal(provider, "it is not one of the user's passkeys")
  const expected = { provider, challenge: remembered.challenge, party }
  const { counter, isUserVerified } = await verifyAuthentication(expected, response, authenticator)
  if (isSamePasskey && !isUserVerified) throw refusal(provider, 'the authenticator did not verify the user')
  refuseOldCounter(ctx, provider, authenticator, counter)
  await updateAuthenticatorCounter(authenticator.credentialID, counter)
  await noteUsed(ctx, authenticator)
  return isUserVerified ? ['pop', 'user', 'mfa'] : ['pop', 'mfa']
}
