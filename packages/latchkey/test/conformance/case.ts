import type { LogoutToken } from '@latchkey/test-support/kit/idp.ts'
import type { OIDCConfig } from 'latchkey'
import type { Behaviour, Provider } from './provider.ts'

/** The time at which each case starts, in seconds since 1970. */
export const NOW = 1_900_000_000

/** How the provider sends the authorization response. */
export type ResponseMode = 'query' | 'form_post'

/** Why a sign-in must fail, and what the user and the log must show. */
export interface Rejected {
  /** A part of the message in the log. */
  readonly because: string
  /** Default: `/auth/error`. */
  readonly page?: string
  /** Default: `Configuration`. */
  readonly error?: string
  /** Type of the logged error. Default: `CallbackRouteError`. */
  readonly logged?: string
}

/** What happened in a case, for what is not visible in the outcome. */
export interface Run {
  readonly idp: Provider
  /** Parameters of the last authorization request. */
  readonly authorization: Readonly<Record<string, string>>
  readonly session: { user?: Record<string, unknown> } | null
  /** The response to the logout token, and whether the session ended. */
  readonly logout?: { readonly status: number; readonly isEnded: boolean }
  /** The request to sign out at the provider, and what followed. */
  readonly signOut?: {
    /** Parameters of the request. */
    readonly request: Readonly<Record<string, string>>
    readonly isEnded: boolean
    /** Where the browser goes after the return. */
    readonly target: string | null
  }
  /** The profile that the application received in the event `signIn`. */
  readonly profile: Record<string, unknown> | undefined
}

/** A sign-in at a provider that behaves in one way. Accepted, unless `rejected` is set. */
export interface Case {
  /** Title of the test: what Latchkey does. */
  readonly title: string
  readonly provider?: Behaviour
  /** Options of the provider in the configuration of the application. */
  readonly options?: Partial<OIDCConfig>
  readonly rejected?: Rejected
  /**
   * A provider with the same settings that does it right: the same sign-in must be accepted there.
   * Only for rejections. Default: a provider that does everything right. `null`: none exists.
   */
  readonly control?: Behaviour | null
  /** Seconds between the sign-ins of two users. Default: one sign-in only. */
  readonly secondSignInAfter?: number
  readonly session?: 'database'
  /**
   * Returns a logout token, which the provider sends after the sign-in.
   *
   * @param claims of a logout token that is valid
   */
  readonly logoutToken?: (claims: LogoutToken['claims']) => Promise<string>
  /** Changes the return from the provider, after the user signed out there. */
  readonly afterSignOut?: (back: URL) => void
  /** Default: query. */
  readonly mode?: ResponseMode
  readonly observe?: (run: Run) => unknown
  readonly observed?: unknown
}
