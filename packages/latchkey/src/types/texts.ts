import type { AccountTexts } from './account-texts.ts'
import type { Awaitable, HeaderReader } from './basics.ts'
import type { NoticeType } from './notices.ts'

/** The error page's title and text for one error. */
export interface ErrorText {
  title: string
  body: string
}

/**
 * All texts for the built-in pages and e-mails. They are plain text: HTML in them is shown as it is
 * written.
 */
export interface Texts {
  /**
   * The document's language tag: `de`, `pt-BR`.
   *
   * @see https://www.rfc-editor.org/rfc/rfc5646
   */
  lang: string
  /** Text direction. `auto`: the browser derives it from the text's first letter. */
  dir: 'auto' | 'ltr' | 'rtl'
  signIn: {
    title: string
    /** A provider's button label. */
    with: (provider: string) => string
    /** Separates a form with fields from the buttons around it. */
    or: string
    /** Marks the way in which the last user of this browser signed in. */
    lastUsed: string
    /** Shown instead of sending a form without a network. */
    offline: string
  }
  /**
   * The sign-in page's messages after a failed attempt, by the `error` value in the URL. `Default`
   * is used for all others.
   */
  signInErrors: Record<
    | 'AccountExists'
    | 'AccountNotLinked'
    | 'Configuration'
    | 'CredentialsSignin'
    | 'Default'
    | 'EmailSignInError'
    | 'MissingCSRF'
    | 'MissingCookie'
    | 'OAuthAccountNotLinked'
    | 'OAuthCallbackError'
    | 'PhoneSignInError'
    | 'SessionRequired'
    | 'SignInExpired'
    | 'ServiceUnavailable'
    | 'TooManyRequests',
    string
  >
  signOut: { title: string; question: string; button: string; stay: string }
  /**
   * The label of fields for an e-mail address, and the buttons that send an e-mail, if there are other
   * ways to sign in.
   */
  email: { label: string; sendLink: string; sendCode: string }
  /** The label of fields for a telephone number. */
  phone: { label: string }
  /** The form for credentials: labels of fields that have none, and the button. */
  credentials: {
    username: string
    password: string
    /** The button if the provider has no name. */
    button: string
    /** The button if there are other ways to sign in. */
    withPassword: string
    /** The link to reset a password. */
    forgotPassword: string
    /** The button that shows the password which was typed. */
    showPassword: string
    /** The button that hides it again. */
    hidePassword: string
  }
  /** The passkey form, and its script's messages. */
  webauthn: {
    add: string
    cancelled: string
    alreadyRegistered: string
    refused: string
    failed: string
    unsupported: string
    noScript: string
  }
  /** The page that asks for the second factor. */
  verify: {
    title: string
    /** Asks for the code of an authenticator app. */
    totp: string
    /** Asks for a recovery code. */
    recoveryCode: string
    /** Says that a recovery code is accepted as well. */
    orRecoveryCode: string
    /** The field's label. */
    code: string
    /** The button that uses a passkey. */
    passkey: string
    /** Shown to a user who is signed in. */
    stepUp: string
    failed: string
    /** Returns the label of the box, with the number of days. */
    trustDevice: (days: string) => string
    button: string
  }
  /** The page that offers a form again which asked for a recent sign-in. */
  interruptedForm: {
    title: string
    body: string
    button: string
    /** The title and the text if the form was not kept, has expired or was already sent. */
    lostTitle: string
    lost: string
    /** The link to the page with the form. */
    back: string
  }
  /** The page on which the user sets up an authenticator app. */
  enroll: {
    title: string
    /** Asks the user to scan the QR code. */
    scan: string
    /** The QR code's description. */
    qr: string
    /** Shown before the secret, which the user can type. */
    secret: string
    /** Asks for the first code. */
    confirm: string
    failed: string
    button: string
  }
  /** The page that shows recovery codes, once, or how few are left. */
  recoveryCodes: {
    title: string
    /** Asks the user to keep the codes. */
    keep: string
    /** Returns the text for the number of codes that are left: 0 to 2. */
    left: (count: string) => string
    button: string
  }
  /** The page after an e-mail was sent. */
  verifyRequest: {
    title: string
    body: string
    /** The title after a code was sent to a telephone number. */
    phoneTitle: string
    /** Returns the text that asks for the code, with the address. */
    sent: (address: string) => string
    /** Says that the e-mail also has a link. */
    orLink: string
    /** The field's label. */
    code: string
    button: string
    failed: string
    /** The button that requests another code. */
    again: string
  }
  confirmLink: {
    title: string
    /** Returns the text, with the e-mail address. */
    body: (email: string) => string
    button: string
  }
  /** The page on which users sign up. */
  signUp: {
    title: string
    /** Returns the text for a link from an e-mail, with its address. */
    linked: (email: string) => string
    /** Says that a link has expired or was used, and that the user can start again. */
    lost: string
    button: string
    /** The link to the sign-in page. */
    signIn: string
  }
  /** The page that asks for the code that was sent to a new user's address. */
  confirmSignUp: CodeTexts
  /** The page that asks for the code that was sent to the address of a user who signs in. */
  verifyAddress: CodeTexts
  /** The page that asks for the address of a user who has forgotten the password. */
  resetRequest: {
    title: string
    body: string
    button: string
    /** Says that a link has expired or was used, and that another one can be sent. */
    lost: string
    /** The link to the sign-in page. */
    back: string
  }
  /** The page that says that an e-mail was sent, whether or not the address has an account. */
  resetSent: { title: string; body: string }
  /** The page on which the user chooses a new password. */
  newPassword: {
    title: string
    /** Shown during a sign-in that needs another password. */
    required: string
    /** The field's label. */
    label: string
    /** Returns the hint, with the minimum length. */
    hint: (length: string) => string
    button: string
    /** Shown on the sign-in page after a reset. */
    done: string
    /** Why a password was rejected. */
    rejected: Record<'short' | 'long' | 'common' | 'breached' | 'contextWord' | 'same', string>
  }
  /** The page on which the user confirms a change of the e-mail address. */
  confirmAddress: {
    title: string
    /** Returns the text for a link from the present address, with that address. */
    current: (email: string) => string
    /** Returns the text for a link from the new address, with that address. */
    newAddress: (email: string) => string
    button: string
  }
  /** The page that says that an address was confirmed. */
  addressConfirmed: {
    title: string
    changed: string
    /** Says that the present address also has to confirm the change. */
    waitsForCurrent: string
    /** Says that the new address also has to confirm the change. */
    waitsForNew: string
  }
  error: {
    /** Shown before the reference that identifies the log entry. */
    reference: string
    signIn: string
    home: string
  }
  /**
   * The error page's texts, by the `error` value in the URL. `Default` is used for all others.
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
  account: AccountTexts
  mail: MailTexts
}

/** The texts of a page that asks for a code from an e-mail. */
export interface CodeTexts {
  title: string
  /** Returns the text, with the address. */
  body: (email: string) => string
  /** The field's label. */
  code: string
  /** Says that the code is wrong or has expired. */
  failed: string
  button: string
  /** The link to where the user starts again. */
  again: string
}

/** The texts of one e-mail. */
export interface MailText {
  /** Returns the subject, with the application's host. */
  subject: (host: string) => string
  title: string
  /** Returns the first paragraph, with the application's host. */
  body: (host: string) => string
}

/** The texts of the e-mails. */
export interface MailTexts {
  /** Returns the subject of the e-mail with a sign-in link, with the application's host. */
  subject: (host: string) => string
  /** Returns that e-mail's heading, with the application's host. */
  title: (host: string) => string
  /** The button in that e-mail. */
  button: string
  /** Says that an e-mail which was not requested can be ignored. */
  ignore: string
  /** Asks the user to enter the code below, and to keep it to themselves. */
  enterCode: string
  /** Shown between a code and the button that can be used instead. */
  orLink: string
  /** Says how long the code or the link works, with a duration such as `10 minutes`. */
  expires: (duration: string) => string
  /** Confirms the address of a new account. */
  signUp: MailText & { button: string }
  /** Sent to a user who tries to create a second account. */
  accountExists: MailText & { button: string; reset: string }
  /** Lets the user choose a new password. */
  reset: MailText & { button: string; ignore: string }
  /** Says that the address for which a new password was requested has no account. */
  noAccount: MailText & { button: string }
  /** Confirms the address of an existing account. */
  verifyAddress: MailText & { button: string }
  /** Confirms an account's new address. Sent to that address. */
  changeAddress: MailText & { button: string }
  /** Confirms an account's new address. Sent to the present one. */
  confirmChange: MailText & {
    /** Returns the paragraph with the new address. */
    newAddress: (email: string) => string
    button: string
    /** Says what to do if the user did not ask for the change. */
    warning: string
  }
  /** Says that an address was not added to an account, because it belongs to this one. */
  addressInUse: MailText
  /** Says that an account was changed. */
  notice: {
    /** What was changed: the subject and the heading. */
    titles: Record<NoticeType, string>
    /** Returns the first paragraph, with the application's host. */
    body: (host: string) => string
    /** Returns when it was changed, with a time in UTC. */
    time: (time: string) => string
    /** Returns the line with the browser and the operating system. */
    device: (device: string) => string
    /** Returns the line with a provider's name. */
    provider: (name: string) => string
    /** Returns the line with the number of recovery codes that are left. */
    codesLeft: (count: string) => string
    /** Says what to do if the user did not make the change. */
    warning: string
    /** The button that leads to the sign-in page. */
    button: string
    /** As `warning`, if the user can reset the password. */
    resetWarning: string
    /** The button that leads to the page that resets the password. */
    resetButton: string
  }
}

/** Some of the texts. Texts that you omit are those of the user's language, or English. */
export type PartialTexts<T = Texts> = {
  readonly [K in keyof T]?: T[K] extends string | ((value: string) => string) ? T[K] : PartialTexts<T[K]>
}

/** Loads a language's texts: `() => import('latchkey/languages/de')`. */
export type LanguageLoader = () => Awaitable<{ readonly default: PartialTexts }>

/** A request's languages and headers, for which `language` and `texts` choose. */
export interface LocaleContext {
  /** The language tags that the browser accepts, in order of preference. */
  readonly languages: readonly string[]
  /**
   * The tag of the request's language: one of the option `languages`, or `en`. The function
   * `language` receives the one that the browser prefers.
   */
  readonly language: string
  /** Returns the value of a cookie, for example of the one in which the user's choice is kept. */
  readonly cookie: (name: string) => string | undefined
  readonly headers: HeaderReader
}
