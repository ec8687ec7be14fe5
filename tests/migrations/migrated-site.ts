import { oidcFor, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser, type Site } from '@latchkey/test-support/kit/browser.ts'
import { createIdp } from '@latchkey/test-support/kit/idp.ts'
import { type AuthConfig, createAuth } from 'latchkey'

export const PASSWORD = 'correct horse battery staple'
const ORIGIN = 'https://app.test'
const BASE = `${ORIGIN}/auth`

/** An application with the configuration of a guide. */
export interface MigratedSite extends Site {
  browser(): Browser
  signInWithPassword(browser: Browser, email: string, password: string): Promise<Response>
  /** Signs in as the user with these claims. */
  signInAtProvider(browser: Browser, claims: Record<string, unknown>): Promise<Response>
  sessionOf(browser: Browser): Promise<unknown>
}

/**
 * Serves a configuration. A provider of this process stands for the OAuth provider of the page,
 * under its id.
 */
export function openSite(config: AuthConfig, provider: string): MigratedSite {
  const idp = createIdp()
  const others = config.providers.filter((given) => (given as { id?: string }).id === 'credentials')
  const auth = createAuth({
    ...config,
    secret: SECRET,
    baseUrl: BASE,
    providers: [...others, oidcFor(idp, { id: provider })],
  })
  const site: Site = { origin: ORIGIN, fetch: (request) => auth.handle(request) }
  return {
    ...site,
    browser: () => new Browser(site),
    signInWithPassword: (browser, email, password) =>
      browser.post(`${BASE}/callback/credentials`, { email, password }),
    signInAtProvider: async (browser, claims) => {
      const started = await browser.post(`${BASE}/signin/${provider}`)
      return browser.get(idp.agree(started.headers.get('location') ?? '', claims).href)
    },
    sessionOf: async (browser) => (await browser.get(`${BASE}/session`)).json(),
  }
}
