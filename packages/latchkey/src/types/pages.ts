/** Paths for your own pages, which replace the built-in ones. */
export interface PagesOptions {
  signIn: string
  signOut: string
  error: string
  /** Says that an e-mail was sent. Receives `provider` and `type` as query parameters. */
  verifyRequest: string
  /**
   * Asks for a second factor, or for a recent sign-in. `GET` the endpoint `verify` says what it
   * needs. Receives `error` as a query parameter after a wrong code.
   */
  verify?: string | undefined
  /**
   * Lets users sign up with a password: sends `email` and `password` to the endpoint `signup`, and
   * then `code`. Receives `error` as a query parameter, and `email` and `token` from a link.
   */
  signUp?: string | undefined
  /**
   * Lets users reset a forgotten password. Receives `error` as a query parameter, and `email` and
   * `token` from a link.
   */
  reset?: string | undefined
  /** Shown after a sign-in that created a user. Receives `callbackUrl` as a query parameter. */
  newUser: string
}

/** The built-in pages' and e-mails' appearance. */
export interface Theme {
  /** Default: `auto`, the user's device setting. */
  colorScheme?: 'auto' | 'dark' | 'light'
  /**
   * The application's name. Pages and e-mails show it beside the logo. Authenticator apps and passkeys
   * also show it, unless `secondFactor.totp.issuer` or a provider's `relayingParty.name` is set.
   */
  name?: string | undefined
  /**
   * Marks the way in which the last user of this browser signed in. An encrypted cookie keeps only the
   * provider's id, for 180 days. Default: `false`; then the cookie is deleted.
   */
  lastUsed?: boolean | undefined
  /** An image: a path, an `https:` URL or a `data:` URL. */
  logo?: string | undefined
  /** Colour of buttons: any CSS colour without transparency. */
  brandColor?: string | undefined
  /** Button text colour. Default: black or white, depending on which is readable. */
  buttonText?: string | undefined
}
