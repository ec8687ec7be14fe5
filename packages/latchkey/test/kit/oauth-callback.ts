import type { OAuth2Config } from 'latchkey'
import { expect } from 'vitest'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor } from './app.ts'
import { Browser } from './browser.ts'
import type { Faults, Idp } from './idp.ts'

export async function begin(browser: Browser, provider = 'idp', callbackUrl = '/after'): Promise<string> {
  const response = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl })
  return response.headers.get('location') ?? ''
}

export function transactions(browser: Browser): string[] {
  return browser.cookies(ORIGIN).flatMap(({ name, header }) => (name.includes('.transaction.') ? header : []))
}

export async function session(browser: Browser): Promise<unknown> {
  return (await browser.get(`${BASE}/session`)).json()
}

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

export interface Setting {
  readonly app: App
  readonly idp: Idp
  readonly browser: Browser
}

export function setting(faults: Faults = {}, options: Parameters<typeof oidcFor>[1] = {}): Setting {
  const idp = createIdp('https://id.test', faults)
  const app = createApp({ providers: [oidcFor(idp, options)] })
  return { app, idp, browser: new Browser(app) }
}

/** The callback of a sign-in that the person agreed to. */
export async function callback({ browser, idp }: Setting): Promise<Response> {
  return browser.get(idp.agree(await begin(browser)).href)
}

/** Asserts that nobody was let in, and says how the failure was told. */
export async function refused({ browser, app }: Setting, response: Response): Promise<string> {
  expect(response.headers.getSetCookie().filter((cookie) => cookie.includes('session-token'))).toEqual([])
  expect(await session(browser)).toBeNull()
  expect(app.errors).toHaveLength(1)
  const { pathname, searchParams } = new URL(response.headers.get('location') ?? '')
  return `${pathname}?error=${searchParams.get('error')} ${app.errors[0]}`
}
