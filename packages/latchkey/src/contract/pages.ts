import type { ResolvedProvider } from './providers.ts'

export type Page = SignInPage | SignOutPage | ErrorPage | VerifyRequestPage | ConfirmLinkPage

export interface SignInPage {
  readonly name: 'signIn'
  readonly forms: readonly SignInForm[]
  readonly csrfToken: string | undefined
  readonly callbackUrl: string
  readonly error: string | undefined
  /** What to quote to whoever runs the application. */
  readonly reference: string | undefined
  /** What to fill in as the address. */
  readonly email: string | undefined
}

export interface SignInForm {
  readonly provider: ResolvedProvider
  /** The provider's icon, as an SVG path. */
  readonly icon?: string | undefined
  readonly action: string
  /** Only of a provider for passkeys. */
  readonly passkey?: PasskeyForm
}

export interface PasskeyForm {
  /** Where the page's script asks for a challenge. */
  readonly optionsUrl: string
  /** `add`: somebody who is signed in registers another passkey. */
  readonly purpose: 'sign in' | 'add'
}

export interface SignOutPage {
  readonly name: 'signOut'
  readonly action: string
  readonly csrfToken: string | undefined
  readonly callbackUrl: string
}

export interface VerifyRequestPage {
  readonly name: 'verifyRequest'
  readonly homeUrl: string
}

/** Asks before a link is used up that was opened elsewhere than in the browser that wanted it. */
export interface ConfirmLinkPage {
  readonly name: 'confirmLink'
  readonly action: string
  readonly email: string
  readonly token: string
  readonly csrfToken: string | undefined
  readonly callbackUrl: string
}

export interface ErrorPage {
  readonly name: 'error'
  readonly error: string
  /** What to quote to whoever runs the application. */
  readonly reference: string | undefined
  /** Where to try again, when that may help. */
  readonly signInUrl: string | undefined
  readonly homeUrl: string | undefined
}
