import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { describe, expect, it } from 'vitest'
import { INTEGRATIONS } from './integrations.ts'
import {
  createSite,
  currentCode,
  currentUser,
  enroll,
  METHODS,
  type Site,
  STRATEGIES,
  sendCode,
  USER,
  VERIFY,
} from './site.ts'

const SERVERS = Object.entries({ 'the core': undefined, ...INTEGRATIONS })
const MATRIX = SERVERS.flatMap(([name, serve]) =>
  METHODS.flatMap((method) => STRATEGIES.map((strategy) => ({ name, serve, method, strategy }))),
)

const SERVER_FUNCTIONS = ['server-side signIn', 'users.startSession']

describe.each(MATRIX)('$name: $method with the strategy $strategy', ({ serve, method, strategy }) => {
  it('starts no session before the second factor, and one after it', async () => {
    const site = await createSite({ strategy, serve })
    const { secret } = await enroll(site)
    const browser = site.browser()
    const { url, requirement } = await site.signIn(method, browser)
    expect(url).toBe(VERIFY)
    if (SERVER_FUNCTIONS.includes(method)) expect(requirement).toBe('secondFactor')
    expect(await findTraces(site, browser)).toEqual({
      session: null,
      cookies: [],
      rows: [],
      keys: [],
      events: [],
      user: undefined,
    })

    const response = await sendCode(browser, await currentCode(secret, 1))
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await readSession(browser)).toMatchObject({ user: { email: USER.email } })
    expect(site.seen.events).toEqual(['signIn'])
    expect(site.seen.sessions).toHaveLength(strategy === 'jwt' ? 0 : 1)
  })

  it('starts the session without delay for a user who has no second factor', async () => {
    const site = await createSite({ strategy, serve })
    const browser = site.browser()
    const { url } = await site.signIn(method, browser)
    expect(url).toBe(`${ORIGIN}/after`)
    expect(await readSession(browser)).toMatchObject({ user: { email: USER.email } })
    expect(site.seen.events).toEqual(['signIn'])
  })
})

/** Returns everything that could let the browser pass for its user. */
async function findTraces(site: Site, browser: Browser): Promise<object> {
  return {
    session: await readSession(browser),
    cookies: browser
      .cookies(ORIGIN)
      .map(({ name }) => name)
      .filter((name) => name.includes('session')),
    rows: site.seen.sessions,
    // Besides what is used once, and the sign-in that waits.
    keys: site.seen.keys.filter((key) => /:(?:sessions?|continued|replaced|provider-session)/.test(key)),
    events: site.seen.events,
    user: (await currentUser(site, browser))?.id,
  }
}
