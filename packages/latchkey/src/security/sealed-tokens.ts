import { seal, unseal } from '../crypto/sealed.ts'
import type { TokenSet } from '../types/token-set.ts'

/** Recognizes a sealed token: no provider issues one that starts like this. */
const PREFIX = 'latchkey-sealed:'
/** A sealed token is for nothing else, and nothing else is one. */
const SALT = 'latchkey.provider-token'
/** It is valid as long as its secret is configured. Seconds; the clock does not matter. */
const FOREVER = 1e11

/** Longer tokens could not be opened again. In characters. */
const MAX_SEALED_LENGTH = 32 * 1024

/** The tokens of an account that are secrets. */
const SEALED_FIELDS = ['access_token', 'refresh_token', 'id_token'] as const
type SealedField = (typeof SEALED_FIELDS)[number]

/** An account as it is stored: its key, and its tokens, sealed or not. */
export type StoredAccount = { readonly provider: string; readonly providerAccountId: string } & {
  readonly [F in SealedField]?: string | null | undefined
}

/** The secret tokens of an account, as the provider issued them. */
export type OpenedTokens = Pick<TokenSet, SealedField> & {
  /** Whether a token was sealed with a secret that is no longer configured, or was changed. */
  readonly isUnreadable: boolean
  /** When the access token was sealed, in seconds since 1970. */
  readonly sealedAt?: number | undefined
}

/**
 * Returns an account with sealed tokens. Each of them can be opened only in the same field of the
 * same account. Tokens that are sealed already stay as they are.
 *
 * @param secrets the first one seals
 * @param onTooLong called for a token that is too long, which is left out
 */
export async function sealTokens<A extends StoredAccount>(
  secrets: readonly string[],
  account: A,
  onTooLong: (field: string) => void,
): Promise<A> {
  const sealed: Record<string, unknown> = { ...account }
  for (const field of SEALED_FIELDS) {
    const value = account[field]
    if (!value || value.startsWith(PREFIX)) continue
    const claims = { ...bindingOf(account, field), value, at: Math.floor(Date.now() / 1000) }
    const { token } = await seal(claims, { secrets, salt: SALT }, FOREVER, 0)
    sealed[field] = PREFIX + token
    if (token.length <= MAX_SEALED_LENGTH) continue
    delete sealed[field]
    onTooLong(field)
  }
  // The same members, of the same types.
  return sealed as A
}

/** Returns the tokens of an account. Those that are not sealed are returned as they are. */
export async function openTokens(secrets: readonly string[], account: StoredAccount): Promise<OpenedTokens> {
  const opened: { [F in SealedField]?: string } = {}
  let isUnreadable = false
  let sealedAt: number | undefined
  for (const field of SEALED_FIELDS) {
    if (!account[field]) continue
    const { value, at } = await open(secrets, account, field)
    if (value === undefined) isUnreadable = true
    else opened[field] = value
    if (field === 'access_token') sealedAt = at
  }
  return { ...opened, isUnreadable, sealedAt }
}

/** A token as the provider issued it, if it can be opened, and when it was sealed. */
interface OpenedToken {
  readonly value?: string
  readonly at?: number
}

async function open(
  secrets: readonly string[],
  account: StoredAccount,
  field: SealedField,
): Promise<OpenedToken> {
  const stored = account[field] ?? ''
  if (!stored.startsWith(PREFIX)) return { value: stored }
  const { claims } = (await unseal(stored.slice(PREFIX.length), { secrets, salt: SALT }, 0)) ?? {}
  const isBound = Object.entries(bindingOf(account, field)).every(([name, value]) => claims?.[name] === value)
  // Sealed by `sealTokens`.
  return isBound ? (claims as OpenedToken) : {}
}

function bindingOf(
  { provider, providerAccountId }: StoredAccount,
  field: SealedField,
): Record<string, string> {
  return { provider, providerAccountId: String(providerAccountId), field }
}
