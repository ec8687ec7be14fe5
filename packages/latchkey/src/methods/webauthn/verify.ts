import type { Identity } from '../../contract/sign-in.ts'
import { fromBase64, fromBase64url, toBase64 } from '../../crypto/base64url.ts'
import { asError } from '../../errors/auth-error.ts'
import { WebAuthnVerificationError } from '../../errors/sign-in.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { ResolvedWebAuthnProvider } from '../../types/providers/webauthn.ts'
import type { AuthenticationResult, RegistrationResult } from './credential-response.ts'
import type { ResolvedRelyingParty } from './relying-party.ts'

/**
 * Returns whether signed-out clients never receive credential ids, because all passkeys are
 * discoverable. A response can then say that a passkey is unknown.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-credential-id-privacy-leak
 */
export function sendsNoIds({ registrationOptions }: ResolvedWebAuthnProvider): boolean {
  return registrationOptions.authenticatorSelection?.residentKey === 'required'
}

/** Values that a response is checked against. */
export interface VerificationInput {
  readonly provider: ResolvedWebAuthnProvider
  /** Base64url. */
  readonly challenge: string
  readonly party: ResolvedRelyingParty
}

/**
 * Verifies a passkey's signature and the data that it covers: type, challenge, origin, relying
 * party, user presence and user verification.
 *
 * @returns the authenticator's signature counter, and whether it verified the user
 * @throws {WebAuthnVerificationError} if the response is not valid
 * @see https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
 */
export async function verifyAuthentication(
  expected: VerificationInput,
  { credential }: AuthenticationResult,
  { credentialPublicKey }: Pick<AdapterAuthenticator, 'credentialPublicKey'>,
): Promise<{ readonly counter: number; readonly isUserVerified: boolean }> {
  const { provider } = expected
  const { verifyAuthenticationResponse } = await provider.load()
  const publicKey = fromBase64(credentialPublicKey) ?? new Uint8Array()
  const { verified, authenticationInfo } = await orRefuse(expected, () =>
    verifyAuthenticationResponse({
      ...expectedValues(expected),
      response: credential,
      requireUserVerification: provider.verifiesUser.atAuthentication,
      // Passing 0 disables the package's counter check. Latchkey checks the counter after the
      // signature is verified, because the value means nothing without a valid signature.
      credential: { id: credential.id, publicKey, counter: 0 },
    }),
  )
  const { newCounter, userVerified } = authenticationInfo
  if (verified) return { counter: newCounter, isUserVerified: userVerified === true }
  throw refusal(provider, 'the signature is not valid')
}

/** A public key (ES256) whose private key was deleted. */
const NO_KEY =
  'pQECAyYgASFYIFoD1ubNvWTcT6pK73YKKj6WpvnQcGaXdsPUYbfCCYnJIlgg8Xj843R9PL/ckpmfoEwP5RbV6ydrbxhXeCCTlDqM8M0='

/**
 * Returns the error for an unregistered passkey. It takes as long as a registered passkey's wrong
 * signature: the time must not reveal which passkeys exist.
 */
export async function refuseUnknown(
  expected: VerificationInput,
  response: AuthenticationResult,
): Promise<WebAuthnVerificationError> {
  await verifyAuthentication(expected, response, { credentialPublicKey: NO_KEY }).catch(() => {})
  const error = refusal(expected.provider, 'the passkey is not registered')
  if (sendsNoIds(expected.provider)) error.code = 'unknown-passkey'
  return error
}

/**
 * Verifies that a new passkey was created for this challenge and this application.
 *
 * @param isConditional whether the password manager created it without asking: then it says neither
 *   that the user was present nor that it verified them
 * @throws {WebAuthnVerificationError} if the response is not valid
 * @see https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential
 */
export async function verifyRegistration(
  expected: VerificationInput,
  { credential, credentialId }: RegistrationResult,
  isConditional = false,
): Promise<Required<Pick<Identity, 'authenticator' | 'aaguid'>>> {
  const { provider } = expected
  const { verifyRegistrationResponse } = await provider.load()
  const { verified, registrationInfo } = await orRefuse(expected, () =>
    verifyRegistrationResponse({
      ...expectedValues(expected),
      response: credential,
      requireUserPresence: !isConditional,
      requireUserVerification: provider.verifiesUser.atRegistration && !isConditional,
      supportedAlgorithmIDs: provider.registrationOptions.supportedAlgorithmIDs,
    }),
  )
  if (!verified || registrationInfo === undefined) throw refusal(provider, 'the attestation is not valid')
  const { credential: made, credentialBackedUp, credentialDeviceType, aaguid } = registrationInfo
  const credentialID = toBase64(credentialId)
  // The id that the authenticator signed must be the id that the browser sent next to it.
  if (toBase64(fromBase64url(made.id) ?? new Uint8Array()) !== credentialID)
    throw refusal(provider, 'its credential ids differ')
  return {
    authenticator: {
      providerAccountId: credentialID,
      credentialID,
      credentialPublicKey: toBase64(made.publicKey),
      counter: made.counter,
      credentialBackedUp,
      credentialDeviceType,
      transports: joinTransports(credential.response.transports),
    },
    aaguid: /[1-9a-f]/i.test(aaguid) ? aaguid.toLowerCase() : null,
  }
}

function expectedValues({ challenge, party }: VerificationInput): {
  expectedChallenge: string
  expectedOrigin: string[]
  expectedRPID: string
} {
  return { expectedChallenge: challenge, expectedOrigin: [...party.origins], expectedRPID: party.id }
}

/** Converts any verification error to a rejection: its input comes from the client. */
async function orRefuse<T>({ provider, party }: VerificationInput, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    const err = asError(error)
    // Loads the texts only then.
    const { explainVerification } = await import('./advice.ts')
    throw refusal(provider, explainVerification(err.message, party) ?? err.message.slice(0, 200), err)
  }
}

/**
 * Returns the error for a rejected response. Users see the same message for every reason; the log
 * contains the reason.
 */
export function refusal(
  { id }: ResolvedWebAuthnProvider,
  reason: string,
  err?: Error,
): WebAuthnVerificationError {
  return new WebAuthnVerificationError(`The passkey response for "${id}" was rejected: ${reason}.`, {
    cause: { err, provider: id },
  })
}

/**
 * Returns an authenticator's transports as a comma-separated list, which browsers receive at the
 * next sign-in.
 *
 * @see https://www.w3.org/TR/webauthn-3/#enum-transport
 */
function joinTransports(transports: unknown): string | null {
  if (!Array.isArray(transports)) return null
  return (
    transports
      .filter((transport) => /^[a-z-]{1,20}$/.test(transport))
      .slice(0, 8)
      .join(',') || null
  )
}
