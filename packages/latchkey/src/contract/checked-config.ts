import type { AuthError } from '../errors/auth-error.ts'
import type { Limit, LimitsOptions } from '../types/limits.ts'
import type { MailTransport } from '../types/mail.ts'
import type { NoticeType } from '../types/notices.ts'
import type { ResolvedProvider } from './providers.ts'

/** How far a request's headers determine the application's address. */
export interface HostTrust {
  /**
   * `none`: not at all. `loopback`: a loopback host in `Host`. `host`: `Host`. `forwarded`: also
   * `X-Forwarded-Host` and `X-Forwarded-Proto`, which take precedence.
   */
  readonly headers: 'none' | 'loopback' | 'host' | 'forwarded'
  /** `true` if no client can choose the host: it is in a list, or the platform sets it. */
  readonly isVerified: boolean
}

/** An entry in `trustedHosts`. */
export interface TrustedHost {
  /** In lower case. */
  readonly pattern: string
  readonly allowsHttp: boolean
}

/** The result of validating a configuration. */
export interface ConfigCheck {
  /** All providers that can be used, by id. */
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** The problem of each of the others, by id. Only their own sign-ins fail with it. */
  readonly refused: ReadonlyMap<string, AuthError>
  /** What sends all e-mails, with the environment's values, if the option `mail` is set. */
  readonly mail?: MailTransport | undefined
  /** The notices that users receive by `mail`. */
  readonly notices?: readonly NoticeType[] | undefined
  /** The configuration's first problem. If there is one, every request fails with it. */
  readonly problem: AuthError | undefined
}

/** The rate limits with all defaults filled in. `undefined` means no limit. */
export interface ResolvedLimits {
  readonly credentials: Limit | undefined
  readonly email: Limit | undefined
  readonly client: Limit | undefined
  /** The options, which have the rest. `undefined` if all limits are off. */
  readonly given: LimitsOptions | undefined
}
