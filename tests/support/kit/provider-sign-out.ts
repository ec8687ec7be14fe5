import { expect } from 'vitest'
import type { Browser } from './browser.ts'
import { asksForUser, signOutAtProvider } from './playground.ts'

/** How a browser signs in and out in an application. */
export interface SignOutSite {
  /** Origin of the application. */
  readonly origin: string
  /** URL of the endpoints. */
  readonly base: string
  /** Id of the provider. */
  readonly provider: string
  /** Headers for each request to the application. */
  readonly headers: Record<string, string>
  /** Returns a browser in which Ada is signed in with the provider of the playground. */
  readonly ada: () => Promise<Browser>
  /**
   * Calls `signOut` of the application, which goes to `/bye` afterwards.
   * @returns the URL to which the browser goes next
   */
  readonly signOut: (browser: Browser, options: { readonly provider?: boolean }) => Promise<string>
}

/** Tests that `signOut` of an application also signs out at a real provider, as its option says. */
export async function testProviderSignOut(site: SignOutSite): Promise<void> {
  const { origin, base, provider, headers } = site
  const start = (browser: Browser): Promise<Response> =>
    browser.post(`${base}/signin/${provider}`, {}, headers)
  const isSignedIn = async (browser: Browser): Promise<boolean> =>
    (await (await browser.get(`${base}/session`, headers)).json()) !== null

  const stays = await site.ada()
  expect(await site.signOut(stays, { provider: false })).toBe(`${origin}/bye`)
  expect(await isSignedIn(stays)).toBe(false)
  expect(await asksForUser(stays, origin, await start(stays))).toBe(false)

  for (const options of [{}, { provider: true }]) {
    const browser = await site.ada()
    const url = new URL(await site.signOut(browser, options))
    expect([...url.searchParams.keys()]).toEqual([
      'id_token_hint',
      'client_id',
      'post_logout_redirect_uri',
      'state',
    ])
    expect(await isSignedIn(browser)).toBe(false)
    const back = await signOutAtProvider(browser, url.href)
    expect(back).toMatch(new RegExp(`^${base}/signout/${provider}\\?state=`))
    const response = await browser.get(back, headers)
    expect(response.headers.get('location')).toBe(`${origin}/bye`)
    expect(await asksForUser(browser, origin, await start(browser))).toBe(true)
  }
}
