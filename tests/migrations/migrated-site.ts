import { oidcFor, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser, type Site } from '@latchkey/test-support/kit/browser.ts'
import { inboxTransport } from '@latchkey/test-support/kit/email.ts'
import { createIdp } from '@latchkey/test-support/kit/idp.ts'
import { type AuthConfig, createAuth } from 'latchkey'
import { expect } from 'vitest'

export const PASSWORD = 'correct horse battery staple'
/** A hash of `Password` on this version of Node.js. */
export const NEW_HASH = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
const ORIGIN = 'https://app.test'
const BASE = `${ORIGIN}/auth`

/** An application with the configuration of a guide. */
export interface MigratedSite extends Site {
  browser(): Browser
  /** @returns where the form leads */
  signInWithPassword(browser: Browser, email: string, password: string): Promise<string | null>
  /** Types the code of an e-mail. */
  verifyAddress(browser: Browser, code: string): Promise<unknown>
  /** Signs in as the user with these claims. */
  signInAtProvider(browser: Browser, claims: Record<string, unknown>): Promise<Response>
  sessionOf(browser: Browser): Promise<unknown>
}

/**
 * Serves a configuration. A provider of this process stands for the OAuth provider of the page,
 * under its id. E-mails go to the server of `useInbox`.
 */
export function openSite(config: AuthConfig, provider: string): MigratedSite {
  const idp = createIdp()
  const others = config.providers.filter((given) => (given as { id?: string }).id === 'password')
  const auth = createAuth({
    ...config,
    secret: SECRET,
    baseUrl: BASE,
    mail: inboxTransport(),
    providers: [...others, oidcFor(idp, { id: provider })],
  })
  const site: Site = { origin: ORIGIN, fetch: (request) => auth.handle(request) }
  return {
    ...site,
    browser: () => new Browser(site),
    signInWithPassword: async (browser, email, password) =>
      (await browser.post(`${BASE}/callback/password`, { email, password })).headers.get('location'),
    verifyAddress: (browser, code) => browser.post(`${BASE}/verify`, { code }),
    signInAtProvider: async (browser, claims) => {
      const started = await browser.post(`${BASE}/signin/${provider}`)
      return browser.get(idp.agree(started.headers.get('location') ?? '', claims).href)
    },
    sessionOf: async (browser) => (await browser.get(`${BASE}/session`)).json(),
  }
}
