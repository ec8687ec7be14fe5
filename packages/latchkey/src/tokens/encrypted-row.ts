import { seal, unseal } from '../crypto/sealed.ts'
import { isRecord } from '../records/record.ts'
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
/**
 * The names of other texts that are secrets, such as the tokens that Slack nests. Their types and
 * times are none, and may be in columns that hold no long text.
 */
const SECRET_NAME = /token(?!_?(?:type|expir))|secret(?!_?expir)/i

/** An account as it is stored: its key, and its tokens, sealed or not. */
export type StoredAccount = { readonly provider: string; readonly providerAccountId: string } & {
  readonly [F in SealedField]?: string | null | undefined
}

/** What a row says about its tokens besides them. */
interface RowFacts {
  /** Whether a token was sealed with a secret that is no longer configured, or was changed. */
  readonly isUnreadable: boolean
  /** When the access token was sealed, in seconds since 1970. */
  readonly sealedAt?: number | undefined
}

/**
 * Returns an account with sealed tokens, also with those that `account` of a provider nests. Each
 * of them can be opened only in the same field of the same account. Tokens that are sealed already
 * stay as they are.
 *
 * @param secrets the first one seals
 * @param onTooLong called for a token that is too long, which is left out
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

/** Seals the secret texts of an object, at any depth. Those that cannot be sealed are left out. */
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

/** A `Date` and other class instances are values for columns: their members are not all of them. */
function isPlain(value: unknown): value is object {
  const prototype: unknown = isRecord(value) ? Object.getPrototypeOf(value) : undefined
  const isLiteral = prototype === null || (prototype && Object.getPrototypeOf(prototype) === null)
  return Array.isArray(value) || Boolean(isLiteral)
}

/** Returns the tokens of an account. Those that are not sealed are returned as they are. */
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
