import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { describe, expect, it } from 'vitest'
import { createSite, currentCode, enroll, METHODS, type Site, STRATEGIES, sendCode, USER } from './site.ts'

const EXPIRED = `${ORIGIN}/auth/signin?error=SignInExpired`

/** What ends all sessions of a user. */
const ENDINGS: Record<string, (auth: Site['auth']) => Promise<unknown>> = {
  revokeSessions: (auth) => auth.revokeSessions(USER.id),
  'users.signOut': (auth) => auth.users.signOut(USER.id),
  'users.signOutEveryone': (auth) => auth.users.signOutEveryone(),
  async 'users.disable, then enable'(auth) {
    await auth.users.disable(USER.id)
    await auth.users.enable(USER.id)
  },
}

describe.each(STRATEGIES)('a sign-in that waits, strategy %s', (strategy) => {
  it.each(Object.entries(ENDINGS))("ends with the user's sessions: %s", async (_, end) => {
    const site = await createSite({ strategy })
    const { secret } = await enroll(site)
    const browser = site.browser()
    await site.signIn('credentials', browser)
    await end(site.auth)
    const response = await sendCode(browser, await currentCode(secret, 1))
    expect(response.headers.get('location')).toBe(EXPIRED)
    expect(await readSession(browser)).toBeNull()
    expect(site.seen).toMatchObject({ sessions: [], events: [] })
  })

  it('ends with a sign-out in its browser, also for copies of the cookie', async () => {
    const site = await createSite({ strategy })
    const { secret } = await enroll(site)
    const [browser, copy] = [site.browser(), site.browser()]
    await site.signIn('credentials', browser)
    for (const { name, value } of browser.cookies(ORIGIN)) copy.plant(ORIGIN, name, value)
    await browser.post(`${ORIGIN}/auth/signout`, {})
    for (const each of [browser, copy]) {
      const response = await sendCode(each, await currentCode(secret, 1))
      expect(response.headers.get('location')).toBe(EXPIRED)
      expect(await readSession(each)).toBeNull()
    }
  })

  it.each(METHODS)('does not end with sessions that ended before: %s', async (method) => {
    const site = await createSite({ strategy })
    const { secret } = await enroll(site)
    await site.auth.revokeSessions(USER.id)
    await site.auth.users.signOutEveryone()
    const browser = site.browser()
    await site.signIn(method, browser)
    await sendCode(browser, await currentCode(secret, 1))
    expect(await readSession(browser)).toMatchObject({ user: { email: USER.email } })
  })
})
