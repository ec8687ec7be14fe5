import type { User } from './user.ts'

/** The properties that every session has. */
export interface DefaultSession {
  user?: User | undefined
  /** When the session expires unless it is renewed before: ISO 8601. */
  expires: string
  /**
   * How the user signed in, with the option `account.security`.
   *
   * @see https://www.rfc-editor.org/rfc/rfc8176#section-2
   */
  amr?: readonly string[] | undefined
  /**
   * When the user last signed in or confirmed it, with the option `account.security`: seconds since 1970.
   */
  authTime?: number | undefined
}

/**
 * The session that `auth()` and `GET /session` return. Extend it by module augmentation of
 * `latchkey`.
 */
export interface Session extends DefaultSession {}

/** A session token's standard claims. */
export interface DefaultJWT {
  name?: string | null | undefined
  email?: string | null | undefined
  picture?: string | null | undefined
  /** The user id. */
  sub?: string | undefined
  /** Seconds since 1970. */
  iat?: number | undefined
  /** Seconds since 1970. */
  exp?: number | undefined
  jti?: string | undefined
}

/** A session token's claims. To extend it, augment the module `latchkey`. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}
