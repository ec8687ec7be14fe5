import type { Context } from '../contract/context.ts'
import { equalSecrets, sha256Hex } from '../crypto/digest.ts'
import { InvalidCheck } from '../errors.ts'
import { isPageLoad } from '../http/fetch-metadata.ts'
import { claimOnce } from '../security/once.ts'
import { forgetSealed, readSealed, rememberSealed } from '../security/transaction-cookie.ts'

/** A sign-in that is under way at a provider: all that its answer is checked against. */
export interface Transaction {
  readonly provider: string
  readonly state: string
  readonly codeVerifier: string
  /** Only with OpenID Connect. */
  readonly nonce?: string
  readonly redirectUri: string
  readonly callbackUrl: string
  /** Id of the user who was signed in when it began. */
  readonly startedBy?: string
}

/** Seconds that somebody may take at the provider. */
const LIFETIME = 15 * 60

/** Keeps a transaction in the browser until the answer comes. */
export async function remember(
  ctx: Context,
  transaction: Transaction,
  isCrossSitePost: boolean,
): Promise<void> {
  // A browser sends no other cookie along with a form that another site posts.
  const sameSite = isCrossSitePost ? ({ sameSite: 'none', secure: true } as const) : {}
  // The state for a proxy is long, and the cookie has to hold a long target, too.
  const sealed = { ...transaction, state: await sha256Hex(transaction.state) }
  await rememberSealed(ctx, transaction.state, sealed, LIFETIME, sameSite)
}

/**
 * The transaction that an answer belongs to. It is used up, whatever comes of it.
 *
 * @throws {InvalidCheck} when this browser has none for the answer's `state`, or it was with another provider.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-10.12
 */
export async function take(ctx: Context, state: string | null): Promise<Transaction> {
  const provider = ctx.provider?.id ?? ''
  if (!isPageLoad(ctx.headers))
    throw new InvalidCheck(
      `An answer from "${provider}" was not opened as a page but by a frame, a picture or a script.`,
      { provider },
    )
  if (state === null)
    throw new InvalidCheck(
      `An answer from "${provider}" came without \`state\`. It belongs to no sign-in that began here.`,
      { provider },
    )
  // Only `remember` seals something with a `state`.
  const transaction = (await readSealed(ctx, state)) as Transaction | undefined
  await forgetSealed(ctx, state)
  if (transaction?.state === undefined) {
    throw new InvalidCheck(
      `An answer from "${provider}" belongs to no sign-in of this browser: it was used already, took longer than 15 minutes, or began elsewhere.`,
      { provider },
    )
  }
  if (transaction.provider !== provider || !equalSecrets(transaction.state, await sha256Hex(state))) {
    throw new InvalidCheck(`An answer from "${provider}" belongs to a sign-in with another provider.`, {
      provider,
    })
  }
  return { ...transaction, state }
}

/** Is this the first answer of its transaction? Of two that come at once both find the cookie. */
export function isFirstResponse(ctx: Context, { state }: Transaction): Promise<boolean> {
  return claimOnce(ctx, 'transaction', state, LIFETIME)
}
