import type { OAuth2Config } from 'latchkey'
import { expect } from 'vitest'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor } from './app.ts'
import { Browser } from './browser.ts'
import type { Faults, Idp } from './idp.ts'
import { readSession } from './sign-in.ts'

export interface Setup {
  readonly app: App
  readonly idp: Idp
  readonly browser: Browser
}

/** An application with one OpenID provider, and a browser that opens it. */
export function setUp(faults: Faults = {}, options: Parameters<typeof oidcFor>[1] = {}): Setup {
  const idp = createIdp('https://id.test', faults)
  const app = createApp({ providers: [oidcFor(idp, options)] })
  return { app, idp, browser: new Browser(app) }
}

/** A provider with OAuth 2.0 only: no issuer, no ID token. */
export const plainOAuth: OAuth2Config = {
  id: 'plain',
  name: 'Plain',
  type: 'oauth',
  clientId: 'app',
  clientSecret: 'secret',
  authorization: 'https://plain.test/authorize',
  token: 'https://plain.test/token',
  userinfo: 'https://plain.test/userinfo',
}

/** Starts a sign-in. @returns the authorization URL that the browser is sent to */
export async function startSignIn(
  browser: Browser,
  provider = 'idp',
  callbackUrl = '/after',
): Promise<string> {
  const response = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl })
  return response.headers.get('location') ?? ''
}

/** Signs in at the provider. @returns the response to the callback */
export async function signIn({ browser, idp }: Setup): Promise<Response> {
  return browser.get(idp.agree(await startSignIn(browser)).href)
}

/** The `Set-Cookie` headers of the transactions that the browser stores. */
export function transactionCookies(browser: Browser): string[] {
  return browser.cookies(ORIGIN).flatMap(({ name, header }) => (name.includes('.transaction.') ? header : []))
}

/**
 * Which page a failed sign-in leads to, with which error code, and what the log calls the error.
 */
export interface Rejection {
  readonly page: string
  readonly error: string | null
  readonly logged: string | undefined
}

/** A callback that belongs to no sign-in in this browser. */
export const INVALID_CHECK: Rejection = {
  page: '/auth/error',
  error: 'Configuration',
  logged: 'InvalidCheck',
}

/** A callback without any cookie of the application. */
export const MISSING_COOKIE: Rejection = {
  page: '/auth/signin',
  error: 'MissingCookie',
  logged: 'MissingCookie',
}

/** A provider that sends something wrong. */
export const CALLBACK_ERROR: Rejection = {
  page: '/auth/error',
  error: 'Configuration',
  logged: 'CallbackRouteError',
}

/** Asserts that a callback created no session. @returns the error that it showed and logged */
export async function readRejection({ browser, app }: Setup, response: Response): Promise<Rejection> {
  expect(response.headers.getSetCookie().filter((cookie) => cookie.includes('session-token'))).toEqual([])
  expect(await readSession(browser)).toBeNull()
  expect(app.errors).toHaveLength(1)
  const { pathname, searchParams } = new URL(response.headers.get('location') ?? '')
  return { page: pathname, error: searchParams.get('error'), logged: app.errors[0] }
}
