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

/**
 * An account of a user at a provider, with the provider's tokens. Extend it by module augmentation
 * of `latchkey`.
 */
export interface Account extends TokenSet {
  /** The id of the provider. */
  provider: string
  /**
   * The id of the user at the provider. OAuth and OpenID Connect: the `id` that `profile()`
   * returned. Credentials: the `id` that `authorize()` returned.
   */
  providerAccountId: string
  type: ProviderType
  userId?: string
}

/**
 * The profile of a user as the provider sends it: the claims of the ID token, or the response of
 * the userinfo endpoint.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export interface Profile {
  id?: string | null
  sub?: string | null
  name?: string | null
  given_name?: string | null
  family_name?: string | null
  middle_name?: string | null
  nickname?: string | null
  preferred_username?: string | null
  profile?: string | null
  // biome-ignore lint/suspicious/noExplicitAny: the specification has `any` here, because providers send strings, objects or `null`.
  picture?: any
  website?: string | null
  email?: string | null
  email_verified?: boolean | null
  gender?: string | null
  birthdate?: string | null
  zoneinfo?: string | null
  locale?: string | null
  phone_number?: string | null
  updated_at?: Date | string | number | null
  address?: {
    formatted?: string | null
    street_address?: string | null
    locality?: string | null
    region?: string | null
    postal_code?: string | null
    country?: string | null
  } | null
  [claim: string]: unknown
}
