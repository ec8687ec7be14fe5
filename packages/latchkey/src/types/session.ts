import type { User } from './user.ts'

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
