import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { findForms } from '@latchkey/test-support/kit/browser.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ACCOUNT,
  ANN,
  change,
  createAccountSite,
  enroll,
  NEW,
  OLD,
  ORIGIN,
  readJson,
  STRATEGIES,
  sessionOf,
  signedIn,
  signIn,
} from './site.ts'

const PAGES = ['', 'email', 'password', 'second-factor', 'accounts', 'sessions', 'events', 'delete']
const MAX_BYTES = 12 * 1024

afterEach(() => {
  vi.useRealTimers()
})

/** Sends the first form of a page that has this change. */
async function submit(
  browser: Browser,
  section: string,
  name: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const url = `${ACCOUNT}/${section}`
  const forms = await findForms(await browser.get(url), url)
  const form = forms.find((each) => each.fields.do === name)
  if (form === undefined) throw new Error(`The page has no form for ${name}.`)
  return browser.post(form.action, { ...form.fields, ...fields }, { referer: url })
}

function targetOf(response: Response): string {
  return (response.headers.get('location') ?? '').replace(ACCOUNT, '')
}

describe('every account page', () => {
  it('has at most 12 KB with its style, also with many sessions, and a strict policy', async () => {
    const site = await createAccountSite()
    await site.adapter.updateUser({ id: 'ann', name: 'A'.repeat(100) })
    let browser = await signedIn(site)
    for (let count = 0; count < 29; count++) browser = await signedIn(site)
    const { body } = await readJson(browser)
    for (const { id } of body.sessions as { id: string }[])
      await change(browser, 'sessions', { do: 'rename', id, name: 'The laptop in the room upstairs' })
    const pages = await Promise.all(
      PAGES.map(async (page) => {
        const response = await browser.get(`${ACCOUNT}/${page}`)
        const html = await response.text()
        const policy = response.headers.get('content-security-policy') ?? ''
        const isStrict = policy.startsWith("default-src 'none'") && !policy.includes('unsafe')
        return { page, status: response.status, isStrict, isSmall: html.length <= MAX_BYTES }
      }),
    )
    expect(pages).toEqual(PAGES.map((page) => ({ page, status: 200, isStrict: true, isSmall: true })))
    const more = await browser.get(`${ACCOUNT}/sessions?from=24`)
    expect((await more.text()).match(/<li>/g)).toHaveLength(6)
  })

  it('shows no text of the URL', async () => {
    const site = await createAccountSite()
    const browser = await signedIn(site)
    const html = await (await browser.get(`${ACCOUNT}?status=%3Cb%3Ehello&error=constructor`)).text()
    expect(html).not.toContain('hello')
    expect(html).toContain('Nothing was changed')
    const done = await (await browser.get(`${ACCOUNT}?status=passwordChanged`)).text()
    expect(done).toContain('<p class="done" role="status">Your password was changed.')
  })

  it('leads to the sign-in page and back', async () => {
    const site = await createAccountSite()
    const response = await site.browser().get(`${ACCOUNT}/password`)
    expect(response.headers.get('location')).toBe(
      `${ORIGIN}/auth/signin?callbackUrl=${encodeURIComponent(`${ACCOUNT}/password`)}`,
    )
  })
})

describe.each(STRATEGIES)('the forms with the strategy %s', (strategy) => {
  it('change the password, and say what is wrong', async () => {
    const site = await createAccountSite({ strategy })
    const browser = await signedIn(site)
    const wrong = await submit(browser, 'password', 'change', { current: 'wrong', password: NEW })
    expect(targetOf(wrong)).toMatch(/^\/password\?error=CredentialsSignin/)
    const html = await (await browser.get(wrong.headers.get('location') ?? '')).text()
    expect(html).toMatch(/<p[^>]* id="problem"[^>]*>The current password is wrong\./)
    expect(html).toMatch(/<input[^>]*aria-invalid[^>]*name="current"/)
    const short = await submit(browser, 'password', 'change', { current: OLD, password: 'short' })
    expect(targetOf(short)).toBe('/password?error=PasswordRejected&code=short')
    const done = await submit(browser, 'password', 'change', { current: OLD, password: NEW })
    expect({ status: done.status, target: targetOf(done) }).toEqual({
      status: 303,
      target: '?status=passwordChanged',
    })
    expect(await sessionOf(await signedIn(site, NEW))).not.toBeNull()
  })

  it('ask for a recent sign-in, and offer the form again, which runs once', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const site = await createAccountSite({ strategy })
    const [browser, other] = [await signedIn(site), await signedIn(site)]
    vi.setSystemTime(Date.now() + 16 * 60_000)
    const asked = await submit(browser, 'sessions', 'revokeOthers')
    expect(asked.status).toBe(303)
    const verify = new URL(asked.headers.get('location') ?? '')
    expect(verify.searchParams.get('callbackUrl')).toBe(`${ACCOUNT}/sessions`)
    const signInUrl = (await browser.get(verify.href)).headers.get('location') ?? ''
    const callbackUrl = new URL(signInUrl).searchParams.get('callbackUrl') ?? ''
    await signIn(browser, OLD, { callbackUrl })
    expect(await sessionOf(other)).not.toBeNull()
    const [form] = await findForms(await browser.get(callbackUrl), callbackUrl)
    const done = await browser.post(form?.action ?? '', form?.fields)
    expect(targetOf(done)).toBe('/sessions?status=sessionsRevoked')
    expect(await sessionOf(other)).toBeNull()
    const again = await signedIn(site)
    expect(targetOf(await browser.post(form?.action ?? '', form?.fields))).toBe('/sessions')
    expect(await sessionOf(again)).not.toBeNull()
  })

  it('set up and remove the second factor', async () => {
    const site = await createAccountSite({ strategy })
    const browser = await signedIn(site)
    const html = await (await browser.get(`${ACCOUNT}/second-factor`)).text()
    const link = html.match(/href="([^"]*\/verify\?[^"]*)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(await (await browser.get(link)).text()).toContain('<svg')
    await enroll(site, browser)
    const codes = await submit(browser, 'second-factor', 'newRecoveryCodes')
    expect((await codes.text()).match(/<code>/g)).toHaveLength(10)
    const removed = await submit(browser, 'second-factor', 'remove')
    expect(targetOf(removed)).toBe('/second-factor?status=factorRemoved')
    expect(await site.adapter.listSecondFactors('ann')).toEqual([])
  })

  it('delete the user after the address was typed', async () => {
    const site = await createAccountSite({ strategy })
    const browser = await signedIn(site)
    const wrong = await submit(browser, 'delete', 'delete', { confirm: 'bob@example.com' })
    expect(targetOf(wrong)).toMatch(/^\/delete\?error=BadRequest/)
    const done = await submit(browser, 'delete', 'delete', { confirm: ANN })
    expect(await done.text()).toContain('Your account was deleted.')
    expect([await site.adapter.getUser('ann'), await sessionOf(browser)]).toEqual([null, null])
  })

  it('keep the last way to sign in, in any order of parallel requests', async () => {
    for (let round = 0; round < 5; round++) {
      const site = await createAccountSite({ strategy })
      const browser = await signedIn(site)
      const account = { do: 'unlink', provider: 'github', providerAccountId: '42' }
      const removals = [change(browser, 'accounts', account), change(browser, 'password', { do: 'remove' })]
      await Promise.all(round % 2 ? removals : removals.reverse())
      const ways = [
        ...(await site.adapter.listAccounts('ann')),
        ...[await site.adapter.getPassword('ann')].filter((password) => password !== null),
      ]
      expect(ways).toHaveLength(1)
    }
  })
})

describe('pages of the application', () => {
  it('replace the overview and sections', async () => {
    const account = { path: '/settings', sections: { password: '/settings/password', events: false } }
    const site = await createAccountSite({ config: { account } })
    const browser = await signedIn(site)
    const targets = await Promise.all(
      [ACCOUNT, `${ACCOUNT}/password`, `${ACCOUNT}/events`].map(async (url) => {
        const response = await browser.get(url)
        return [response.status, response.headers.get('location')]
      }),
    )
    expect(targets).toEqual([
      [302, `${ORIGIN}/settings`],
      [302, `${ORIGIN}/settings/password`],
      [404, null],
    ])
    expect(await (await browser.get(`${ACCOUNT}/sessions`)).text()).toContain(`href="${ORIGIN}/settings"`)
  })
})
