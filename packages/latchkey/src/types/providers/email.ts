import type { Awaitable } from '../basics.ts'
import type { Theme } from '../pages.ts'
import type { customFetch } from '../symbols.ts'
import type { Texts } from '../texts.ts'
import type { CommonProvider, CredentialsRequest } from './common.ts'

/**
 * A provider that signs users in by a link in an e-mail.
 *
 * @see https://nodemailer.com/smtp for the values of `server`
 */
export interface EmailConfig extends CommonProvider {
  type: 'email'
  /** The e-mail's sender: `Example <no-reply@example.com>`. Default: `AUTH_<ID>_FROM`. */
  from?: string | undefined
  /** SMTP server, as a URL or as `nodemailer` options. Default: `AUTH_<ID>_SERVER`. */
  server?: string | object | undefined
  /** API key for an e-mail service with an HTTP API. Default: `AUTH_<ID>_KEY`. */
  apiKey?: string | undefined
  /** A link's lifetime in seconds. Default: 86400 (1 day). */
  maxAge?: number | undefined
  /**
   * Sends a short code besides the link: `true`. `'only'`: instead of it. A code works for 10 minutes,
   * only in the browser that asked for it. Default: `false`.
   */
  code?: boolean | 'only' | undefined
  /** How many digits a code has: 6 to 12. Default: 8. */
  digits?: number | undefined
  /** Used to hash the tokens in the database. Default: the configuration's `secret`. */
  secret?: string | undefined
  /**
   * Generates the token in the link. The token must be unpredictable. Wrong tokens of fewer than 20
   * characters are counted for each address; `limits.email` says how many may be wrong. Default:
   * 256 random bits in hexadecimal.
   */
  generateVerificationToken?: () => Awaitable<string>
  /**
   * Returns the e-mail address in the form that is stored, compared and sent to. Throw an error to
   * reject the address.
   */
  normalizeIdentifier?: (identifier: string) => string
  /**
   * Sends the e-mail with the link. `latchkey/providers/nodemailer` sends it through `server`. If it
   * throws, the sign-in fails.
   */
  sendVerificationRequest(params: VerificationRequest): Awaitable<void>
  /** The options without which the provider cannot send e-mails. */
  needs?: readonly ('from' | 'apiKey' | 'server')[]
  /** Replaces `fetch` for an e-mail service with an HTTP API. */
  [customFetch]?: typeof fetch
  options?: EmailUserConfig
}

/** An e-mail provider's options: everything except its `type`. */
export type EmailUserConfig = Partial<Omit<EmailConfig, 'options' | 'type'>>

/** The contents and recipient of an e-mail with a link. */
export interface VerificationRequest {
  /** The normalized e-mail address. */
  identifier: string
  /** The sign-in link. With `code: 'only'`, the page that asks for the code. */
  url: string
  /** The short code, with the provider's option `code`. The page's user types it. */
  code?: string
  /** When the link expires. With `code: 'only'`, when the code expires. */
  expires: Date
  /** The provider, with its options merged. */
  provider: EmailConfig
  /** The link's token. Empty with `code: 'only'`. */
  token: string
  theme: Theme
  /**
   * The texts; the e-mail's are in `texts.mail`. Always set: the property is optional only so that
   * functions are accepted that are typed for Auth.js.
   */
  texts?: Texts
  request: CredentialsRequest
  /**
   * Aborted at the time limit. Pass it to `fetch`, so that the request also ends. Always set, like
   * `texts`.
   */
  signal?: AbortSignal
  /** The time limit in seconds: the configuration's `timeouts.email`. Always set, like `texts`. */
  timeout?: number
}
