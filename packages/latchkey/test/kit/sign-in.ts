import { BASE } from './app.ts'
import type { Browser } from './browser.ts'
import type { Idp } from './idp.ts'

export interface SignIn {
  /** Id of the provider. Default: `idp`. */
  readonly provider?: string
  readonly callbackUrl?: string
  /** What the provider tells of whom. Default: Ann. */
  readonly person?: Record<string, unknown>
}

/** Signs in at a provider. @returns the answer to its callback */
export async function signInAt(
  idp: Idp,
  browser: Browser,
  { provider = 'idp', callbackUrl = '/after', person }: SignIn = {},
): Promise<Response> {
  const begun = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl })
  return browser.get(idp.agree(begun.headers.get('location') ?? '', person).href)
}

/** The session as `GET /session` tells it. */
export async function sessionOf(browser: Browser): Promise<unknown> {
  return (await browser.get(`${BASE}/session`)).json()
}
