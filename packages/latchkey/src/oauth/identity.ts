import type { Context } from '../contract/context.ts'
import type { Identity } from '../contract/sign-in.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { asError } from '../errors/auth-error.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { OAuthProfileParseError } from '../errors/sign-in.ts'
import { withoutUndefined } from '../records/record.ts'
import { redactError } from '../records/redact.ts'
import { accountId } from '../security/account-id.ts'
import { normalizeEmail } from '../security/email-address.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { Account, Profile, User } from '../types/user.ts'
import { backchannel } from './backchannel.ts'
import { storedTokens } from './token-set.ts'
import type { Transaction } from './transaction.ts'

const MAX_NAME_LENGTH = 1000
/** Some providers send a small image itself, as a `data:` URL. */
const MAX_IMAGE_LENGTH = 64 * 1024

/**
 * Returns the identity that a provider's profile describes.
 *
 * @throws {OAuthProfileParseError} if `profile` throws or returns no stable `id` to recognize the
 *   user by
 */
export async function identify(
  ctx: Context<ResolvedOAuthProvider>,
  profile: Profile,
  tokens: TokenSet,
  { callbackUrl, startedBy }: Transaction,
): Promise<Identity> {
  const { provider } = ctx
  const parsed = await parseProfile(ctx, profile, tokens)
  const providerAccountId = accountId(parsed?.id)
  if (providerAccountId === undefined) {
    throw new OAuthProfileParseError(
      `\`profile\` for provider "${provider.id}" returned no \`id\`. ` +
        'Return the id that never changes at the provider.',
      { provider: provider.id },
    )
  }
  // In the same form as an address from a form. An address that could be read as two is dropped.
  const email = normalizeEmail(parsed.email)
  const [name, image] = [textOrNull(parsed.name, MAX_NAME_LENGTH), textOrNull(parsed.image, MAX_IMAGE_LENGTH)]
  // Without a database: the same at every sign-in, and different for each provider.
  const id = ctx.auth.adapter
    ? crypto.randomUUID()
    : await derivedUuid(`${provider.id}\n${providerAccountId}`)
  const user: User = { ...parsed, id, name, email, image }
  const account: Account = { ...tokens, provider: provider.id, type: provider.type, providerAccountId }
  return {
    user: withoutUndefined(user),
    account,
    profile,
    callbackUrl,
    startedBy,
    storedTokens: storedTokens(provider, tokens),
    linksByEmail: provider.linksByEmail,
    isEmailVerified: vouchesFor(provider, profile, email),
  }
}

/** Returns whether the provider verified the exact address that is stored. */
function vouchesFor(
  { isEmailVerified }: ResolvedOAuthProvider,
  profile: Profile,
  email: string | undefined,
): boolean | undefined {
  if (email === undefined) return undefined
  // The application's `profile` may have returned another address than the verified one.
  const isOther = typeof profile.email === 'string' && normalizeEmail(profile.email) !== email
  return isOther ? undefined : isEmailVerified(profile)
}

async function parseProfile(
  { auth, provider }: Context<ResolvedOAuthProvider>,
  profile: Profile,
  tokens: TokenSet,
): Promise<User> {
  if (provider.profile === undefined) return standardUser(profile)
  try {
    return await provider.profile(profile, tokens, { fetch: backchannel(auth, provider) })
  } catch (error) {
    if (error instanceof ServiceUnavailable) throw error
    const err = redactError(asError(error), [tokens.access_token, tokens.refresh_token, tokens.id_token])
    throw new OAuthProfileParseError(`\`profile\` for provider "${provider.id}" threw: ${err.message}`, {
      cause: { err, provider: provider.id },
    })
  }
}

/** Providers may send anything. Only text that is not too long is shown and stored. */
function textOrNull(value: unknown, maxLength: number): string | null | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' && value.length <= maxLength ? value : null
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims */
function standardUser({ sub, id, name, nickname, preferred_username, email, picture }: Profile): User {
  return { id: sub ?? id ?? undefined, name: name ?? nickname ?? preferred_username, email, image: picture }
}
