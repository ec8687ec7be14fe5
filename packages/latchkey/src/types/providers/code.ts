import type { Awaitable } from '../basics.ts'
import type { CredentialsRequest } from './common.ts'
import type { EmailConfig } from './email.ts'

/** A code, and the telephone number that it goes to. */
export interface CodeMessage {
  /** The number in the form of E.164: `+4915112345678`. */
  phone: string
  /** The code. */
  code: string
  /** When the code expires. */
  expires: Date
  /** The page that asks for the code. */
  url: string
  /** The request for the code. `accept-language` in its headers names the user's languages. */
  request: CredentialsRequest
}

/** How a message is sent. */
export interface CodeDelivery {
  /** Aborted at the time limit `timeouts.email`. Pass it to `fetch`, so that the request also ends. */
  signal: AbortSignal
}

/** Options of `Code`. */
export interface CodeOptions {
  /** Default: `code`. It is part of the provider's URLs, and of the accounts in the database. */
  id?: string | undefined
  /** The name on the sign-in page. Default: `Phone`. */
  name?: string | undefined
  /** How many digits a code has: 6 to 12. Default: 8. */
  digits?: number | undefined
  /** Sends the message, for example with a service for text messages. If it throws, the sign-in fails. */
  send(message: CodeMessage, delivery: CodeDelivery): Awaitable<void>
  /**
   * Returns a number with its country code: `(number) => number.replace(/^0(?=[1-9])/, '+49')`. Throw an
   * error to reject the number. Default: the number is used as it was typed.
   */
  normalize?: ((number: string) => string) | undefined
}

/** A provider for codes in messages to telephone numbers, as `Code` returns it. */
export interface CodeConfig extends EmailConfig {
  /** Marks the provider: its addresses are telephone numbers. */
  phone: true
}
