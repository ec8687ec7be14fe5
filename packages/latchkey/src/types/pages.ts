/** Paths of your own pages, which replace the built-in ones. */
export interface PagesOptions {
  signIn: string
  signOut: string
  error: string
  /** Says that an e-mail was sent. Receives `provider` and `type` as query parameters. */
  verifyRequest: string
  /** Shown after a sign-in that created a user. Receives `callbackUrl` as a query parameter. */
  newUser: string
}

/** Appearance of the built-in pages and e-mails. */
export interface Theme {
  /** Default: `auto`, the setting of the user's device. */
  colorScheme?: 'auto' | 'dark' | 'light'
  /** An image: a path, an `https:` URL or a `data:` URL. */
  logo?: string | undefined
  /** Colour of buttons: any CSS colour without transparency. */
  brandColor?: string | undefined
  /** Colour of the text on buttons. Default: black or white, whichever is readable. */
  buttonText?: string | undefined
}
