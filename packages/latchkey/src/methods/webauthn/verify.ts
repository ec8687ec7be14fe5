import { fromBase64, fromBase64url, toBase64 } from '../../crypto/base64url.ts'
import { asError, WebAuthnVerificationError } from '../../errors.ts'
import type { AdapterAuthenticator, NewAuthenticator } from '../../types/adapter.ts'
import type { ResolvedWebAuthnProvider } from '../../types/webauthn.ts'
import type { AuthenticationResult, RegistrationResult } from './credential-response.ts'
import type { ResolvedRelyingParty } from './relying-party.ts'

/** What an answer is checked against. */
export interface VerificationInput {
  readonly provider: ResolvedWebAuthnProvider
  /** Base64url. */
  readonly challenge: string
  readonly party: ResolvedRelyingParty
}

/**
 * Checks the signature of a passkey, and what it was made for: type, challenge, origin, relying party, presence and verification of a person.
 *
 * @returns the authenticator's signature counter
 * @throws {WebAuthnVerificationError}
 * @see https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
 */
export async function verifyAuthentication(
  expected: VerificationInput,
  { credential }: AuthenticationResult,
  { credentialPublicKey }: AdapterAuthenticator,
): Promise<number> {
  const { provider } = expected
  const { verifyAuthenticationResponse } = await provider.load()
  const publicKey = fromBase64(credentialPublicKey) ?? new Uint8Array()
  const { verified, authenticationInfo } = await orRefuse(provider, () =>
    verifyAuthenticationResponse({
      ...commonOf(expected),
      response: credential,
      requireUserVerification: provider.verifiesUser.atAuthentication,
      // Whether the counter went back is for us to judge: only with a signature that is valid it says something.
      credential: { id: credential.id, publicKey, counter: 0 },
    }),
  )
  if (verified) return authenticationInfo.newCounter
  throw refusal(provider, 'the signature is not that of the passkey')
}

/**
 * Checks that a passkey was made for this challenge and this application.
 *
 * @throws {WebAuthnVerificationError}
 * @see https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential
 */
export async function verifyRegistration(
  expected: VerificationInput,
  { credential, credentialId }: RegistrationResult,
): Promise<NewAuthenticator> {
  const { provider } = expected
  const { verifyRegistrationResponse } = await provider.load()
  const { verified, registrationInfo } = await orRefuse(provider, () =>
    verifyRegistrationResponse({
      ...commonOf(expected),
      response: credential,
      requireUserVerification: provider.verifiesUser.atRegistration,
      supportedAlgorithmIDs: provider.registrationOptions.supportedAlgorithmIDs,
    }),
  )
  if (!verified || registrationInfo === undefined) throw refusal(provider, 'the attestation is not valid')
  const { credential: made, credentialBackedUp, credentialDeviceType } = registrationInfo
  const credentialID = toBase64(credentialId)
  // What the authenticator signed, and what the browser said beside it.
  if (toBase64(fromBase64url(made.id) ?? new Uint8Array()) !== credentialID)
    throw refusal(provider, 'it names two credentials')
  return {
    providerAccountId: credentialID,
    credentialID,
    credentialPublicKey: toBase64(made.publicKey),
    counter: made.counter,
    credentialBackedUp,
    credentialDeviceType,
    transports: transportsOf(credential.response.transports),
  }
}

function commonOf({ challenge, party }: VerificationInput): {
  expectedChallenge: string
  expectedOrigin: string[]
  expectedRPID: string
} {
  return { expectedChallenge: challenge, expectedOrigin: [...party.origins], expectedRPID: party.id }
}

/** Whatever the verification throws is about the answer: it came from outside. */
async function orRefuse<T>(provider: ResolvedWebAuthnProvider, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    const err = asError(error)
    throw refusal(provider, err.message.slice(0, 200), err)
  }
}

/** The answer of a passkey is refused. People are told the same whatever the reason; the log has it. */
export function refusal(
  { id }: ResolvedWebAuthnProvider,
  reason: string,
  err?: Error,
): WebAuthnVerificationError {
  return new WebAuthnVerificationError(`The answer of a passkey for "${id}" was refused: ${reason}.`, {
    cause: { err, provider: id },
  })
}

/** How the authenticator can be reached: words of the standard that browsers are told again. @see https://www.w3.org/TR/webauthn-3/#enum-transport */
function transportsOf(transports: unknown): string | null {
  if (!Array.isArray(transports)) return null
  return (
    transports
      .filter((transport) => /^[a-z-]{1,20}$/.test(transport))
      .slice(0, 8)
      .join(',') || null
  )
}
