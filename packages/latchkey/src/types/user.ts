import type { ProviderType } from './basics.ts'
import type { TokenSet } from './token-set.ts'

/** The standard properties of a user. */
export interface DefaultUser {
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** A user of the application. Extend it by module augmentation of `latchkey`. */
export interface User extends DefaultUser {}

/** The properties that every account has. */
export interface DefaultAccount extends TokenSet {
  /** The id of the provider. */
  provider: string
  /**
   * The id of the user at the provider. OAuth and OpenID Connect: the `id` that `profile()`
   * returned. Credentials: the `id` that `authorize()` returned.
   */
  providerAccountId: string
  type: ProviderType
  userId?: string | undefined
}

/**
 * An account of a user at a provider, with the provider's tokens. Extend it by module augmentation
 * of `latchkey`.
 */
export interface Account extends DefaultAccount {}

/**
 * The profile of a user as the provider sends it: the claims of the ID token, or the response of
 * the userinfo endpoint.
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
