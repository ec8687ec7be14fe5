import type { Awaitable } from './basics.ts'
import type { CommonProvider, CredentialsRequest } from './common-provider.ts'
import type { Theme } from './pages.ts'
import type { customFetch } from './symbols.ts'
import type { Texts } from './texts.ts'

/** @see https://nodemailer.com/smtp for what `server` may be */
export interface EmailConfig extends CommonProvider {
  type: 'email'
  /** Sender of the mail: `Example <no-reply@example.com>`. */
  from?: string | undefined
  /** SMTP server, as a URL or as options of `nodemailer`. */
  server?: string | object | undefined
  /** For senders that are reached over HTTP. Default: `AUTH_<ID>_KEY`. */
  apiKey?: string | undefined
  /** Seconds for which a link works. Default: 86400 (1 day). */
  maxAge?: number | undefined
  /** Hashes the tokens in the database, instead of the configuration's secret. */
  secret?: string | undefined
  /** Makes the token in the link; must be unguessable. Default: 256 random bits in hexadecimal. */
  generateVerificationToken?: () => Awaitable<string>
  /** The address as it is stored, compared and written to. Throwing refuses it. */
  normalizeIdentifier?: (identifier: string) => string
  /** Sends the mail with the link. `latchkey/providers/nodemailer` brings one for `server`. */
  sendVerificationRequest?(params: VerificationRequest): Awaitable<void>
  /** Options that have to be there, or the mail could not be sent. */
  needs?: readonly ('from' | 'apiKey')[]
  /** For senders that are reached over HTTP. */
  [customFetch]?: typeof fetch
  options?: Partial<Omit<EmailConfig, 'options' | 'type'>>
}

/** What there is to write into a mail with a link, and whom to send it to. */
export interface VerificationRequest {
  /** The normalised address. */
  identifier: string
  /** The link that signs in. */
  url: string
  expires: Date
  /** With its options merged. */
  provider: EmailConfig
  token: string
  theme: Theme
  /** The words of the mail are `texts.mail`. Always there; `?` only lets functions in that are typed for Auth.js. */
  texts?: Texts
  request: CredentialsRequest
}
