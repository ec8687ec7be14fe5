import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { OIDCConfig } from 'latchkey'

/** The application, as it is registered at a provider. */
export interface Registration {
  readonly clientId: string
  readonly clientSecret: string
  /** The origin of the application. */
  readonly origin: string
  readonly redirectUri: string
  readonly postLogoutRedirectUri: string
  /** `undefined` if the application does not accept logout tokens. */
  readonly backchannelLogoutUri: string | undefined
}

/** What a provider asked the user on the way to the application. */
export type Question = 'password' | 'consent'

/** The way through the pages of a provider. */
export interface SignInAtProvider {
  readonly asked: readonly Question[]
  /** The URL in the application. */
  readonly url: string
}

/** A running OpenID provider with one user, reachable only from this machine. */
export interface IdentityProvider {
  readonly issuer: string
  /** How an application configures it: what differs from the defaults of an OpenID provider. */
  readonly config: Partial<OIDCConfig>
  /** The e-mail address of the user. */
  readonly email: string
  /** Follows a redirect of the application, and signs in and agrees where the provider asks. */
  readonly signIn: (browser: Browser, start: Response) => Promise<SignInAtProvider>
  /** Follows a redirect of the application, and confirms the sign-out where the provider asks. */
  readonly signOut: (browser: Browser, start: Response) => Promise<string>
  readonly stop: () => Promise<void>
}

/** Starts a provider at which one application is registered. */
export type StartProvider = (registration: Registration) => Promise<IdentityProvider>

/** Returns the URL to which a response redirects. @throws {Error} with the response if to none */
export async function readLocation(response: Response, base?: string): Promise<string> {
  const location = response.headers.get('location')
  if (location !== null) return new URL(location, base).href
  const body = (await response.text()).slice(0, 2000)
  throw new Error(`${base ?? 'The application'} returned ${response.status} and no redirect. ${body}`)
}
