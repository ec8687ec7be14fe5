import type { Context } from '../contract.ts'
import { InvalidCheck } from '../errors.ts'
import { toBase64url } from '../security/base64url.ts'
import { equalSecrets, sha256 } from '../security/digest.ts'
import { seal, unseal } from '../security/sealed.ts'

/** A sign-in that is under way at a provider: all that its answer is checked against. */
export interface Transaction {
  readonly provider: string
  readonly state: string
  readonly codeVerifier: string
  /** Only with OpenID Connect. */
  readonly nonce?: string
  readonly redirectUri: string
  readonly returnUrl: string
}

/** Seconds that somebody may take at the provider. */
const LIFETIME = 15 * 60
/** Sign-ins that one browser may have under way; the oldest makes room. */
const MOST_AT_ONCE = 5

/** Seals a transaction into a cookie of its own, so that two tabs do not disturb each other. */
export async function remember(ctx: Context, transaction: Transaction, isCrossSitePost: boolean): Promise<void> {
  await makeRoom(ctx)
  const { token } = await seal(transaction, sealingKeys(ctx), LIFETIME, ctx.auth.now())
  const { options } = ctx.base.cookies.transaction
  // A browser sends no other cookie along with a form that another site posts.
  const sameSite = isCrossSitePost ? ({ sameSite: 'none', secure: true } as const) : {}
  ctx.cookies.set({ name: await cookieName(ctx, transaction.state), value: token, options: { ...options, ...sameSite, maxAge: LIFETIME } })
}

/**
 * The transaction that an answer belongs to. It is used up, whatever comes of it.
 *
 * @throws {InvalidCheck} when this browser has none for the answer's `state`, or it was with another provider.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-10.12
 */
export async function take(ctx: Context, state: string | null): Promise<Transaction> {
  const provider = ctx.provider?.id ?? ''
  if (state === null)
    throw new InvalidCheck(`An answer from "${provider}" came without \`state\`. It belongs to no sign-in that began here.`, { provider })
  const name = await cookieName(ctx, state)
  const sealed = ctx.cookies.get(name)
  const unsealed = sealed === undefined ? undefined : await unseal(sealed, sealingKeys(ctx), ctx.auth.now())
  if (sealed !== undefined) ctx.cookies.expire({ ...ctx.base.cookies.transaction, name })
  if (unsealed === undefined) {
    throw new InvalidCheck(
      `An answer from "${provider}" belongs to no sign-in of this browser: it was used already, took longer than 15 minutes, or began elsewhere.`,
      { provider },
    )
  }
  // Only `remember` seals under this purpose.
  const transaction = unsealed.claims as unknown as Transaction
  if (transaction.provider !== provider || !equalSecrets(transaction.state, state)) {
    throw new InvalidCheck(`An answer from "${provider}" belongs to a sign-in with another provider.`, { provider })
  }
  return transaction
}

/** Expires what nobody will come back for: broken and old cookies, and the oldest when there are too many. */
async function makeRoom(ctx: Context): Promise<void> {
  const kind = ctx.base.cookies.transaction
  const underWay: { name: string; issuedAt: number }[] = []
  for (const name of ctx.cookies.names().filter((candidate) => candidate.startsWith(`${kind.name}.`))) {
    const unsealed = await unseal(ctx.cookies.get(name) ?? '', sealingKeys(ctx), ctx.auth.now())
    underWay.push({ name, issuedAt: unsealed?.issuedAt ?? 0 })
  }
  // Browsers send older cookies first; that decides between two of the same second.
  const newestFirst = underWay.reverse().sort((a, b) => b.issuedAt - a.issuedAt)
  const stale = newestFirst.filter(({ issuedAt }, index) => issuedAt === 0 || index >= MOST_AT_ONCE - 1)
  for (const { name } of stale) ctx.cookies.expire({ ...kind, name })
}

/** The name tells which `state` it belongs to, without telling the state. */
async function cookieName(ctx: Context, state: string): Promise<string> {
  return `${ctx.base.cookies.transaction.name}.${toBase64url(await sha256(state)).slice(0, 16)}`
}

function sealingKeys({ auth, base }: Context): { secrets: readonly string[]; salt: string } {
  return { secrets: auth.secrets, salt: base.cookies.transaction.name }
}
