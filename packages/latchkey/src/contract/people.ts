import type { JsonValue, ProviderType } from './basics.ts'

/** The properties that every user may have. */
export interface DefaultUser {
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** A person, as the application sees them. Extend it by module augmentation of `latchkey`. */
export interface User extends DefaultUser {}

/** The properties that every session has. */
export interface DefaultSession {
  user?: User | undefined
  /** When the session ends unless it is used before: ISO 8601. */
  expires: string
}

/** What `auth()` and `GET /session` tell. Extend it by module augmentation of `latchkey`. */
export interface Session extends DefaultSession {}

/** The claims that every token may have. */
export interface DefaultJWT {
  name?: string | null | undefined
  email?: string | null | undefined
  picture?: string | null | undefined
  /** Id of the user. */
  sub?: string | undefined
  /** Seconds since 1970. */
  iat?: number | undefined
  /** Seconds since 1970. */
  exp?: number | undefined
  jti?: string | undefined
}

/** The claims inside the encrypted session cookie. Extend it by module augmentation of `latchkey`. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

/** A token endpoint's answer. @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export interface TokenEndpointResponse {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly id_token?: string
  readonly scope?: string
  /** Always lower case. */
  readonly token_type?: Lowercase<string>
  /** Lifetime of the access token in seconds. */
  readonly expires_in?: number
  readonly session_state?: string
  /** Whatever else the endpoint sent. */
  readonly [parameter: string]: JsonValue | undefined
}

/** The tokens of a provider, and when the access token ends. */
export interface TokenSet extends TokenEndpointResponse {
  /** When the access token ends: seconds since 1970. */
  expires_at?: number
}

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
