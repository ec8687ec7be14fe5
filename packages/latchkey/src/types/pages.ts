/** Paths of the pages of the application that stand in for those of the library. */
export interface PagesOptions {
  signIn: string
  signOut: string
  error: string
  /** Says that a mail is on its way; gets `provider` and `type`. */
  verifyRequest: string
  /** Where somebody goes whose first sign-in made a user, with `callbackUrl` in the query. */
  newUser: string
}

/** How the pages and the mail of the library look. */
export interface Theme {
  colorScheme?: 'auto' | 'dark' | 'light'
  /** Address of an image: a path, an `https:` or a `data:` URL. */
  logo?: string | undefined
  /** Colour of buttons: any CSS colour without transparency. */
  brandColor?: string | undefined
  /** Colour of what is written on them. Default: black or white, whichever can be read. */
  buttonText?: string | undefined
}
