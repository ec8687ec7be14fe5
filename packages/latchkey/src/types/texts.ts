import type { HeaderReader } from './basics.ts'

/** The title and text of the error page for one error. */
export interface ErrorText {
  title: string
  body: string
}

/**
 * All texts of the built-in pages and e-mails. They are plain text: HTML in them is shown as it is
 * written.
 */
export interface Texts {
  /**
   * Language tag of the document: `de`, `pt-BR`.
   *
   * @see https://www.rfc-editor.org/rfc/rfc5646
   */
  lang: string
  /** Text direction. `auto`: the browser derives it from the first letter of the text. */
  dir: 'auto' | 'ltr' | 'rtl'
  signIn: {
    title: string
    /** The label of the button for a provider. */
    with: (provider: string) => string
    /** Separates a form with fields from the buttons around it. */
    or: string
  }
  /**
   * Messages of the sign-in page after a failed attempt, by the value of `error` in the URL.
   * `Default` is used for all others.
   */
  signInErrors: Record<
    | 'AccountNotLinked'
    | 'Configuration'
    | 'CredentialsSignin'
    | 'Default'
    | 'EmailSignInError'
    | 'MissingCSRF'
    | 'MissingCookie'
    | 'OAuthAccountNotLinked'
    | 'OAuthCallbackError'
    | 'SessionRequired'
    | 'ServiceUnavailable'
    | 'TooManyRequests',
    string
  >
  signOut: { title: string; question: string; button: string; stay: string }
  /** The label of fields for an e-mail address. */
  email: { label: string }
  /** The form for credentials: labels of fields that have none, and the button. */
  credentials: {
    username: string
    password: string
    /** The button if the provider has no name of its own. */
    button: string
    /** The button if there are other ways to sign in. */
    withPassword: string
  }
  /** The form for passkeys, and the messages of its script. */
  webauthn: {
    add: string
    cancelled: string
    alreadyRegistered: string
    refused: string
    failed: string
    unsupported: string
    noScript: string
  }
  verifyRequest: { title: string; body: string }
  confirmLink: {
    title: string
    /** Returns the text, with the e-mail address. */
    body: (email: string) => string
    button: string
  }
  error: {
    /** Shown before the reference that identifies the log entry. */
    reference: string
    signIn: string
    home: string
  }
  /**
   * Texts of the error page, by the value of `error` in the URL. `Default` is used for all others.
   */
  errors: Record<
    | 'AccessDenied'
    | 'BadRequest'
    | 'Configuration'
    | 'Default'
    | 'MethodNotAllowed'
    | 'PayloadTooLarge'
    | 'ServiceUnavailable'
    | 'SignOutError'
    | 'TooManyRequests'
    | 'UnknownAction'
    | 'UnsupportedMediaType'
    | 'Verification'
    | 'WebAuthnVerificationError',
    ErrorText
  >
  mail: {
    /** Returns the subject, with the host of the application. */
    subject: (host: string) => string
    /** Returns the heading, with the host of the application. */
    title: (host: string) => string
    button: string
    /** Says that an e-mail which was not requested can be ignored. */
    ignore: string
  }
}

/** Some of the texts. Texts that you omit stay English. */
export type PartialTexts<T = Texts> = {
  readonly [K in keyof T]?: T[K] extends string | ((value: string) => string) ? T[K] : PartialTexts<T[K]>
}

/** The languages and headers of the request for which `texts` returns a catalogue. */
export interface LocaleContext {
  /** The language tags that the browser accepts, in order of preference. */
  readonly languages: readonly string[]
  readonly headers: HeaderReader
}
