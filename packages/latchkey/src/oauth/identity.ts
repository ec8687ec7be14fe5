import type { Identity } from '../contract/context.ts'
import { sha256 } from '../crypto/digest.ts'
import { toHex } from '../crypto/random.ts'
import { asError, OAuthProfileParseError } from '../errors.ts'
import { accountId } from '../security/account-id.ts'
import { normalizeEmail } from '../security/email-address.ts'
import type { ProfileContext, ResolvedOAuthProvider } from '../types/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { Account, Profile, User } from '../types/user.ts'
import type { Transaction } from './transaction.ts'

const MAX_NAME_LENGTH = 1000
/** Some providers give a small picture itself, as a `data:` URL. */
const MAX_IMAGE_LENGTH = 64 * 1024

/**
 * Who the provider says it saw.
 *
 * @throws {OAuthProfileParseError} when `profile` throws or gives no stable `id`: without one nobody could be known again.
 */
export async function identify(
  provider: ResolvedOAuthProvider,
  profile: Profile,
  tokens: TokenSet,
  { callbackUrl, startedBy }: Transaction,
  context: ProfileContext,
): Promise<Identity> {
  const parsed = await parseProfile(provider, profile, tokens, context)
  const providerAccountId = accountId(parsed?.id)
  if (providerAccountId === undefined) {
    throw new OAuthProfileParseError(
      `\`profile\` of the provider "${provider.id}" gave no \`id\`. Return the id that the provider never changes.`,
      {
        provider: provider.id,
      },
    )
  }
  // In the same form as an address that is typed in: what could be read as two addresses is none.
  const email = normalizeEmail(parsed.email)
  const [name, image] = [textOrNull(parsed.name, MAX_NAME_LENGTH), textOrNull(parsed.image, MAX_IMAGE_LENGTH)]
  const user: User = { ...parsed, id: await userIdOf(provider.id, providerAccountId), name, email, image }
  const account: Account = { ...tokens, provider: provider.id, type: provider.type, providerAccountId }
  return {
    user: definedOnly(user),
    account,
    profile,
    callbackUrl,
    startedBy,
    storedTokens: storedTokens(provider, tokens),
    linksByEmail: provider.linksByEmail && provider.isEmailVerified(profile),
  }
}

/** The tokens that a database keeps: as the provider's `account` says, else those that the standards name. */
function storedTokens({ account }: ResolvedOAuthProvider, tokens: TokenSet): Partial<TokenSet> {
  if (account !== undefined) return account(tokens) ?? {}
  const { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state } = tokens
  const named = { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state }
  return definedOnly(named)
}

/** Some databases refuse a field that is there without a value. */
function definedOnly<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}

async function parseProfile(
  provider: ResolvedOAuthProvider,
  profile: Profile,
  tokens: TokenSet,
  context: ProfileContext,
): Promise<User> {
  if (provider.profile === undefined) return standardUser(profile)
  try {
    return await provider.profile(profile, tokens, context)
  } catch (error) {
    const err = asError(error)
    throw new OAuthProfileParseError(`\`profile\` of the provider "${provider.id}" threw: ${err.message}`, {
      cause: { err, provider: provider.id },
    })
  }
}

/** Providers may send anything: what is shown and stored is text that fits, or none. */
function textOrNull(value: unknown, maxLength: number): string | null | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' && value.length <= maxLength ? value : null
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims */
function standardUser({ sub, id, name, nickname, preferred_username, email, picture }: Profile): User {
  return { id: sub ?? id ?? undefined, name: name ?? nickname ?? preferred_username, email, image: picture }
}

/** An id for the user that is the same at every sign-in, and differs between providers: a UUID made of both. @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8 */
async function userIdOf(provider: string, providerAccountId: string): Promise<string> {
  const bytes = (await sha256(`${provider}\n${providerAccountId}`)).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
