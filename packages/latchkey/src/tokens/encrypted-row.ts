import { seal, unseal } from '../crypto/sealed.ts'
import { isRecord } from '../records/record.ts'
import type { TokenSet } from '../types/token-set.ts'

/** Recognizes a sealed token: no provider issues one that starts like this. */
const PREFIX = 'latchkey-sealed:'
/** The purpose of sealed tokens. They have no other, and nothing else has it. */
const SALT = 'latchkey.provider-token'
/** It is valid as long as its secret is configured. Seconds; the clock does not matter. */
const FOREVER = 1e11

/** Maximum length in characters. Longer tokens could not be unsealed. */
const MAX_SEALED_LENGTH = 32 * 1024

/** An account's secret tokens. */
const SEALED_FIELDS = ['access_token', 'refresh_token', 'id_token'] as const
type SealedField = (typeof SEALED_FIELDS)[number]
/**
 * The names of other secret texts, such as the tokens that Slack nests. Their types and times are
 * not secret, and may be in columns for short texts only.
 */
const SECRET_NAME = /token(?!_?(?:type|expir))|secret(?!_?expir)/i

/** An account as it is stored: its key, and its tokens, sealed or not. */
export type StoredAccount = { readonly provider: string; readonly providerAccountId: string } & {
  readonly [F in SealedField]?: string | null | undefined
}

/** What a row says about its tokens besides them. */
interface RowFacts {
  /** Whether a token was modified, or sealed with a secret that is no longer configured. */
  readonly isUnreadable: boolean
  /** When the access token was sealed, in seconds since 1970. */
  readonly sealedAt?: number | undefined
}

/**
 * Returns an account with sealed tokens, including those that the provider's `account` nests. Each
 * token can be opened only in the same field of the same account. Tokens that are already sealed
 * stay as they are.
 *
 * @param secrets the first one seals
 * @param onTooLong called for a token that is too long, which is then left out
 */
export async function sealTokens<A extends StoredAccount>(
  secrets: readonly string[],
  account: A,
  onTooLong: (field: string) => void,
): Promise<A> {
  const sealText = async (value: string, field: string): Promise<string | undefined> => {
    if (value === '' || value.startsWith(PREFIX)) return value
    const claims = { ...bindingClaims(account, field), value, at: Math.floor(Date.now() / 1000) }
    const { token } = await seal(claims, { secrets, salt: SALT }, FOREVER, 0)
    if (token.length <= MAX_SEALED_LENGTH) return PREFIX + token
    onTooLong(field)
    return undefined
  }
  // The same members, of the same types.
  return (await sealMembers(account, sealText)) as A
}

/** Seals an object's secret texts, at any depth. Leaves out those that cannot be sealed. */
async function sealMembers(
  object: object,
  sealText: (value: string, field: string) => Promise<string | undefined>,
  path = '',
): Promise<object> {
  const sealed: [string, unknown][] = []
  for (const [name, value] of Object.entries(object)) {
    const field = path + name
    const isSecret = typeof value === 'string' && SECRET_NAME.test(name)
    const next = isSecret ? await sealText(value, field) : value
    if (isSecret && next === undefined) continue
    sealed.push([name, isPlain(value) ? await sealMembers(value, sealText, `${field}.`) : next])
  }
  return Array.isArray(object) ? sealed.map(([, value]) => value) : Object.fromEntries(sealed)
}

/**
 * A `Date` and other class instances are column values: their members are not all of their content.
 */
function isPlain(value: unknown): value is object {
  const prototype: unknown = isRecord(value) ? Object.getPrototypeOf(value) : undefined
  const isLiteral = prototype === null || (prototype && Object.getPrototypeOf(prototype) === null)
  return Array.isArray(value) || Boolean(isLiteral)
}

/** Returns an account's tokens. Tokens that are not sealed stay as they are. */
export async function openTokens(
  secrets: readonly string[],
  account: StoredAccount,
): Promise<TokenSet & RowFacts> {
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

/** A token as the provider issued it, if it can be unsealed, and when it was sealed. */
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
  const isBound = Object.entries(bindingClaims(account, field)).every(
    ([name, value]) => claims?.[name] === value,
  )
  // Sealed by `sealTokens`.
  return isBound ? (claims as OpenedToken) : {}
}

function bindingClaims(
  { provider, providerAccountId }: StoredAccount,
  field: string,
): Record<string, string> {
  return { provider, providerAccountId: String(providerAccountId), field }
}
