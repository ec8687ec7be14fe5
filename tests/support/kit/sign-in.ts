import { BASE } from './app.ts'
import type { Browser } from './browser.ts'
import type { Idp } from './idp.ts'

export interface SignIn {
  /** Id of the provider. Default: `idp`. */
  readonly provider?: string
  readonly callbackUrl?: string
  /** Claims of the user who signs in. Default: Ann's. */
  readonly claims?: Record<string, unknown>
}

/** Signs in at a provider. @returns the response to its callback */
export async function signInAt(
  idp: Idp,
  browser: Browser,
  { provider = 'idp', callbackUrl = '/after', claims }: SignIn = {},
): Promise<Response> {
  const started = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl })
  return browser.get(idp.agree(started.headers.get('location') ?? '', claims).href)
}

/** Returns the body of `GET /session`. */
export async function readSession(browser: Browser): Promise<unknown> {
  return (await browser.get(`${BASE}/session`)).json()
}
