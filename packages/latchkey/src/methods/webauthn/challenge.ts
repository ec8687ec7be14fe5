import type { Context } from '../../contract/context.ts'
import { equalSecrets } from '../../crypto/digest.ts'
import { InvalidCheck } from '../../errors.ts'
import { claimOnce } from '../../security/once.ts'
import { forgetSealed, readSealed, rememberSealed } from '../../security/transaction-cookie.ts'
import type { User } from '../../types/user.ts'
import type { Ceremony } from './decision.ts'

/** A challenge that is out, and all that its answer is checked against. @see https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges */
export interface Challenge {
  /** Base64url. */
  readonly challenge: string
  readonly ceremony: Ceremony
  readonly provider: string
  readonly relyingPartyId: string
  /** Id of the user who was signed in when it was asked for. */
  readonly startedBy?: string
  /** Of a registration by a stranger: the user whom it makes. */
  readonly user?: User
}

/** Seconds. */
const LIFETIME = 5 * 60

/** Keeps a challenge in the browser until its answer comes. */
export async function rememberChallenge(ctx: Context, challenge: Challenge): Promise<void> {
  await rememberSealed(ctx, challenge.challenge, challenge, LIFETIME, {}, 'webauthnChallenge')
}

/**
 * The challenge that an answer belongs to. It is used up, whatever comes of it.
 *
 * @throws {InvalidCheck} when this browser has none such, it was answered already, is over, or was for something else
 */
export async function takeChallenge(ctx: Context, key: string, ceremony: Ceremony): Promise<Challenge> {
  const provider = ctx.provider?.id ?? ''
  const sealed = await readSealed(ctx, key, 'webauthnChallenge')
  await forgetSealed(ctx, key, 'webauthnChallenge')
  // Only `rememberChallenge` seals for this purpose.
  const challenge = sealed as (Challenge & { readonly exp: number }) | undefined
  // Clocks are given no tolerance: five minutes are five minutes.
  if (
    challenge === undefined ||
    challenge.exp * 1000 <= ctx.auth.now() ||
    !equalSecrets(challenge.challenge, key)
  ) {
    throw new InvalidCheck(
      `An answer for "${provider}" belongs to no challenge of this browser: it took longer than five minutes, or began elsewhere.`,
      { provider },
    )
  }
  // The cookie is gone from the browser. Whoever kept a copy is stopped here.
  if (!(await claimOnce(ctx, 'webauthn challenge', key, LIFETIME))) {
    throw new InvalidCheck(`A challenge for "${provider}" was answered already.`, { provider })
  }
  if (challenge.provider !== provider || challenge.ceremony !== ceremony) {
    throw new InvalidCheck(`An answer for "${provider}" belongs to a challenge for something else.`, {
      provider,
    })
  }
  return challenge
}
