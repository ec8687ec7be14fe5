import type { ProviderType } from './basics.ts'
import type { TokenSet } from './token-set.ts'

/** The properties that every user may have. */
export interface DefaultUser {
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** A person, as the application sees them. Extend it by module augmentation of `latchkey`. */
export interface User extends DefaultUser {}

/** How a person is known to a provider. Extend it by module augmentation of `latchkey`. */
export interface Account extends TokenSet {
  provider: string
  /** OAuth and OpenID Connect: the `id` that `profile()` gave. Credentials: the `id` that `authorize()` gave. */
  providerAccountId: string
  type: ProviderType
  userId?: string
}

/** What a provider tells about a person. @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims */
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
  // biome-ignore lint/suspicious/noExplicitAny: the specification has `any` here, because providers send text, objects and nothing.
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
