import type { ProviderType } from './basics.ts'
import type { TokenSet } from './token-set.ts'

/** A user's standard properties. */
export interface DefaultUser {
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** An application user. To extend it, augment the module `latchkey`. */
export interface User extends DefaultUser {}

/** The properties that every account has. */
export interface DefaultAccount extends TokenSet {
  /** The provider id. */
  provider: string
  /**
   * The user's id at the provider. OAuth and OpenID Connect: the `id` that `profile()` returned.
   * Credentials: the `id` that `authorize()` returned.
   */
  providerAccountId: string
  type: ProviderType
  userId?: string | undefined
}

/**
 * A user's account at a provider, with the provider's tokens. To extend it, augment the module
 * `latchkey`.
 */
export interface Account extends DefaultAccount {}

/**
 * A user's profile as the provider sends it: the ID token's claims, or the userinfo endpoint's
 * response.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export interface Profile {
  id?: string | null | undefined
  sub?: string | null | undefined
  name?: string | null | undefined
  given_name?: string | null | undefined
  family_name?: string | null | undefined
  middle_name?: string | null | undefined
  nickname?: string | null | undefined
  preferred_username?: string | null | undefined
  profile?: string | null | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the specification has `any` here, because providers send strings, objects or `null`.
  picture?: any
  website?: string | null | undefined
  email?: string | null | undefined
  email_verified?: boolean | null | undefined
  gender?: string | null | undefined
  birthdate?: string | null | undefined
  zoneinfo?: string | null | undefined
  locale?: string | null | undefined
  phone_number?: string | null | undefined
  updated_at?: Date | string | number | null | undefined
  address?:
    | {
        formatted?: string | null | undefined
        street_address?: string | null | undefined
        locality?: string | null | undefined
        region?: string | null | undefined
        postal_code?: string | null | undefined
        country?: string | null | undefined
      }
    | null
    | undefined
  [claim: string]: unknown
}

/**
 * A profile with claims that an organization defines itself. Only the application knows their
 * types.
 */
export interface CustomProfile extends Profile {
  // biome-ignore lint/suspicious/noExplicitAny: as specified; applications read properties of such claims.
  [claim: string]: any
}
