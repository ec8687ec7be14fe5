import type { HeaderReader } from './basics.ts'

/** A failure in the words of the error page. */
export interface ErrorText {
  title: string
  body: string
}

/** Every sentence that people read on our pages and in our mail. All of it is text: what looks like HTML is shown as it is. */
export interface Texts {
  /** Language of the document, as a tag: `de`, `pt-BR`. @see https://www.rfc-editor.org/rfc/rfc5646 */
  lang: string
  /** Direction of writing. `auto`: as the first letter of the page has it. */
  dir: 'auto' | 'ltr' | 'rtl'
  signIn: {
    title: string
    with: (provider: string) => string
    /** Between a form with fields and the buttons around it. */
    or: string
  }
  /** What the sign-in page says of an attempt that failed, by the word in the URL; `Default` for every other. */
  signInErrors: Record<
    | 'AccountNotLinked'
    | 'Configuration'
    | 'CredentialsSignin'
    | 'Default'
    | 'EmailSignInError'
    | 'MissingCSRF'
    | 'OAuthAccountNotLinked'
    | 'OAuthCallbackError'
    | 'SessionRequired'
    | 'TooManyRequests',
    string
  >
  signOut: { title: string; question: string; button: string; stay: string }
  email: { label: string }
  /** The form for passkeys, and what its script may have to say. */
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
  confirmLink: { title: string; body: (email: string) => string; button: string }
  error: {
    /** Stands before the characters that lead to the entry in the log. */
    reference: string
    signIn: string
    home: string
  }
  /** What the error page says, by the word in the URL; `Default` for every other. */
  errors: Record<
    | 'AccessDenied'
    | 'BadRequest'
    | 'Configuration'
    | 'Default'
    | 'MethodNotAllowed'
    | 'PayloadTooLarge'
    | 'TooManyRequests'
    | 'UnknownAction'
    | 'UnsupportedMediaType'
    | 'Verification'
    | 'WebAuthnVerificationError',
    ErrorText
  >
  mail: {
    subject: (host: string) => string
    title: (host: string) => string
    button: string
    /** Says that an e-mail which was not requested can be ignored. */
    ignore: string
  }
}

/** Some of the texts. What is left out stays English. */
export type PartialTexts<T = Texts> = {
  readonly [K in keyof T]?: T[K] extends string | ((value: string) => string) ? T[K] : PartialTexts<T[K]>
}

/** Who is about to read. */
export interface LocaleContext {
  /** Tags of the languages that the browser asks for, the dearest first. */
  readonly languages: readonly string[]
  readonly headers: HeaderReader
}
