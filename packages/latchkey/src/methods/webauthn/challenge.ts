import type { Context } from '../../contract/context.ts'
import { equalSecrets } from '../../crypto/digest.ts'
import { InvalidCheck } from '../../errors/sign-in.ts'
import { hashedKey } from '../../security/hashed-key.ts'
import { takeOnce } from '../../security/lease.ts'
import { missingCookie, sentAnyCookie } from '../../security/missing-cookie.ts'
import { forgetSealed, readSealed, rememberSealed } from '../../security/transaction-cookie.ts'
import type { User } from '../../types/user.ts'
import type { Ceremony } from './decision.ts'

/**
 * The challenge that the browser received, with the data that the response is checked against.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges
 */
export interface Challenge {
  /** Base64url. */
  readonly challenge: string
  /** `verify`: authenticates as the second factor, and signs no one in. */
  readonly ceremony: Ceremony | 'verify'
  readonly provider: string
  readonly relyingPartyId: string
  /** Id of the user who was signed in when the ceremony started. */
  readonly startedBy?: string
  /** Whether the password manager may create the passkey without asking. */
  readonly isConditional?: boolean
  /** The user that a registration without a session creates. */
  readonly user?: User
}

/** A challenge's lifetime, in seconds. */
const LIFETIME = 5 * 60

/** Stores a challenge in an encrypted cookie until the response arrives. */
export async function rememberChallenge(ctx: Context, challenge: Challenge): Promise<void> {
  await rememberSealed(ctx, challenge.challenge, challenge, LIFETIME, {}, 'webauthnChallenge')
}

/**
 * Returns the challenge that a response belongs to. The challenge cannot be used again, even if the
 * response is rejected later.
 *
 * @throws {InvalidCheck} if this browser does not have the challenge, or if it has expired, was
 *   already used, or was issued for another provider or ceremony
 * @throws {MissingCookie} if the browser sent no cookies
 */
export async function takeChallenge(
  ctx: Context,
  key: string,
  ceremony: Challenge['ceremony'],
): Promise<Challenge> {
  const provider = ctx.provider?.id ?? ''
  const sealed = await readSealed(ctx, key, 'webauthnChallenge')
  await forgetSealed(ctx, key, 'webauthnChallenge')
  if (sealed === undefined && !sentAnyCookie(ctx))
    throw missingCookie(ctx, 'webauthnChallenge', 'A passkey response came without its challenge cookie.')
  // Only `rememberChallenge` seals for this purpose.
  const challenge = sealed as (Challenge & { readonly exp: number }) | undefined
  // No clock tolerance, unlike `unseal`: a challenge is valid for exactly five minutes.
  if (
    challenge === undefined ||
    challenge.exp * 1000 <= ctx.auth.now() ||
    !equalSecrets(challenge.challenge, key)
  ) {
    throw new InvalidCheck(
      `The challenge in a passkey response for "${provider}" has expired or is from another browser.`,
      { provider },
    )
  }
  // The cookie is expired, but an attacker may have a copy. A replayed response is rejected here.
  if (!(await takeOnce(ctx.auth, await hashedKey('webauthn challenge', key), LIFETIME))) {
    throw new InvalidCheck(`A passkey challenge for "${provider}" was already used.`, { provider })
  }
  if (challenge.provider !== provider || challenge.ceremony !== ceremony) {
    throw new InvalidCheck(`A passkey response for "${provider}" is for another provider or ceremony.`, {
      provider,
    })
  }
  return challenge
}
