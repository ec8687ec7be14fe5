import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { testProviderSignOut } from '@latchkey/test-support/kit/provider-sign-out.ts'
import { anonymous, shownBy } from '@latchkey/test-support/kit/visitors.ts'
import { describe, expect, it } from 'vitest'
import { type Fields, redirectOf, type SubmitByButton, type Visitors } from './visitors.ts'

/** The forms of an application, which a browser without JavaScript submits. */
export interface Forms {
  /** Submits the form to sign in. `provider` in the fields names the provider. */
  signIn(browser: Browser, fields?: Fields, headers?: Fields): Promise<Response>
  signOut(browser: Browser, fields?: Fields, headers?: Fields): Promise<Response>
}

/** How an application ends the sessions of a user. */
export interface Endings {
  /** Ends all sessions of a user. */
  revoke(browser: Browser, email: string): Promise<unknown>
  removeAccess(browser: Browser, email: string): Promise<unknown>
  /** Where it ends all sessions of a user but the current one. */
  readonly others: readonly {
    readonly place: string
    readonly run: (browser: Browser, email: string) => Promise<Response>
  }[]
  /** A page that tries to do so when it is too late for cookies, and the text that it shows. */
  readonly tooLate: { readonly path: (email: string) => string; readonly text: string }
}

const signInFields = { provider: 'credentials', email: 'ann@example.com', password: 'right' }
const credentials = { email: signInFields.email, password: signInFields.password }

/** Returns the forms of an application that has one button for each. */
export function formsByButton(submit: SubmitByButton): Forms {
  return {
    signIn: (browser, fields, headers) => submit(browser, 'Sign in', fields, headers),
    signOut: (browser, fields, headers) => submit(browser, 'Sign out', fields, headers),
  }
}

/**
 * Tests the forms that sign in and out, without JavaScript.
 *
 * @param cacheControl the header of the response to a sign-in
 */
export function testForms(
  { site, base, ann, open, readSession }: Visitors,
  { signIn, signOut }: Forms,
  cacheControl: unknown = 'private, no-store',
): void {
  describe('a form that signs in, without JavaScript', () => {
    // proves, AMB-38, C-3, EP-11, §16.4, §18.2
    it('redirects to the page of the form', async () => {
      const browser = anonymous()
      const response = await signIn(browser, signInFields)
      expect(redirectOf(response)).toEqual({ status: 303, location: `${site}/forms` })
      expect(response.headers.get('cache-control')).toEqual(cacheControl)
      expect((await shownBy(await open(browser, '/forms')))[0]).toMatchObject({ user: { name: 'Ann' } })
    })

    // proves A-14, C-3
    it('redirects to `redirectTo`, but never to another origin', async () => {
      const sameOrigin = await signIn(anonymous(), { ...signInFields, redirectTo: '/dash?a=1' })
      expect(sameOrigin.headers.get('location')).toBe(`${site}/dash?a=1`)
      const crossOrigin = await signIn(anonymous(), {
        ...signInFields,
        redirectTo: 'https://elsewhere.test/',
      })
      expect(crossOrigin.headers.get('location')).toBe(site)
    })

    // proves A-12, C-3, EP-9, §16.4
    it.each<Fields>([{}, { provider: '' }, { provider: 'unknown' }])(
      'redirects to the sign-in page and returns to the page of the form, with %o',
      async (fields) => {
        const response = await signIn(anonymous(), fields)
        const target = new URL(response.headers.get('location') ?? '')
        expect({
          page: target.origin + target.pathname,
          callbackUrl: target.searchParams.get('callbackUrl'),
        }).toEqual({ page: `${base}/signin`, callbackUrl: `${site}/forms` })
        const page = await anonymous().get(target.href)
        expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
          status: 200,
          type: 'text/html; charset=utf-8',
        })
      },
    )
  })

  describe('a form that signs out, without JavaScript', () => {
    // proves, C-3, EP-11, §16.5
    it('ends the session and redirects to the page of the form, or to `redirectTo`', async () => {
      const browser = await ann()
      expect(redirectOf(await signOut(browser))).toEqual({ status: 303, location: `${site}/forms` })
      expect(await readSession(browser)).toBeNull()
      const withTarget = await signOut(await ann(), { redirectTo: '/bye' })
      expect(withTarget.headers.get('location')).toBe(`${site}/bye`)
    })
  })
}

/** Tests `revokeSessions` and `removeAccess`. Each test has users that no other test signs in. */
export function testEndings(
  { ann, copyBrowser, open, readSession, usersIn }: Visitors,
  { revoke, removeAccess, others, tooLate }: Endings,
): void {
  describe('revokeSessions and removeAccess', () => {
    it('revokeSessions ends the sessions of a user in all browsers', async () => {
      const email = 'lost-phone@example.com'
      const [first, second] = [await ann(email), await ann(email)]
      await revoke(first, email)
      expect(await usersIn({ first, second })).toEqual({ first: null, second: null })
      expect(await readSession(await ann(email))).toMatchObject({ user: { email } })
    })

    it('removeAccess ends the sessions of a user', async () => {
      const email = 'hijacked@example.com'
      const browser = await ann(email)
      await removeAccess(browser, email)
      expect(await readSession(browser)).toBeNull()
    })

    it.each(others)('keeps the session of the current browser in $place', async ({ place, run }) => {
      const email = `changed-password-in-${place.replaceAll(' ', '-')}@example.com`
      const [first, second] = [await ann(email), await ann(email)]
      const copy = copyBrowser(first)
      expect((await run(first, email)).status).toBeLessThan(400)
      expect(await usersIn({ first, second, copy })).toEqual({ first: email, second: null, copy: null })
    })

    it('ends no session if the current one must be kept and it is too late for a cookie', async () => {
      const email = 'too-late@example.com'
      const [first, second] = [await ann(email), await ann(email)]
      expect(await (await open(first, tooLate.path(email))).text()).toContain(tooLate.text)
      expect(await usersIn({ first, second })).toEqual({ first: email, second: email })
    })
  })
}

/**
 * Tests what an application does whose forms call `signIn` and whose route calls each function with
 * arguments.
 *
 * @param updates the names under which it has `update`
 */
export function testCalls(visitors: Visitors, { signIn, signOut }: Forms, updates: readonly string[]): void {
  const { site, base, ada, ann, call, toOutcome, readSession } = visitors

  describe('a server action that signs in', () => {
    // proves A-15, ST-7, AMB-34, §16.4
    it('throws an AuthError with its type and code', async () => {
      const browser = anonymous()
      const response = await signIn(browser, { ...signInFields, password: 'wrong' })
      expect(response.headers.get('location')).toBe('/forms?type=CredentialsSignin&code=credentials')
      expect(response.headers.getSetCookie().join()).not.toContain('wrong')
      expect(await readSession(browser)).toBeNull()
    })

    // proves §16.4
    it('redirects to the provider and sets the cookies of the transaction', async () => {
      const response = await signIn(anonymous(), { provider: 'my-idp' })
      expect(new URL(response.headers.get('location') ?? '').host).toBe('idp.test')
      const names = response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
      expect(names).toEqual([
        'latchkey.callback-url',
        expect.stringMatching(/^latchkey\.transaction\.[\w-]+$/),
      ])
    })
  })

  describe('signIn in a route', () => {
    // proves, AMB-36
    it('accepts a form or an object, and returns the URL with `redirect: false`', async () => {
      const options = { ...credentials, redirectTo: '/dash' }
      for (const argument of [{ ...options, redirect: false }, { form: { ...options, redirect: 'false' } }]) {
        const browser = anonymous()
        expect(await toOutcome(browser, 'signIn', ['credentials', argument])).toEqual({
          value: `${site}/dash`,
        })
        expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
      }
    })

    // proves A-9
    it('redirects with status 303 after a form, so that no browser sends it again', async () => {
      const response = await call(anonymous(), 'signIn', ['credentials', credentials])
      expect(redirectOf(response)).toEqual({ status: 303, location: `${site}/forms` })
      expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('latchkey.session-token=')])
    })

    // proves DROP-2
    it('sends booleans and numbers as text', async () => {
      const browser = anonymous()
      await call(browser, 'signIn', ['credentials', { ...credentials, remember: true, otp: 123456 }])
      expect((await readSession(browser))?.user).toMatchObject({
        image: '{"remember":"true","otp":"123456"}',
      })
    })

    // proves DROP-2
    it('rejects an object instead of a password', async () => {
      const browser = anonymous()
      const options = { ...credentials, password: { $ne: null } }
      expect((await call(browser, 'signIn', ['credentials', options])).status).toBe(500)
      expect(await readSession(browser)).toBeNull()
    })

    // proves DROP-14
    it('leads to the error page if the provider is unreachable, or returns its URL', async () => {
      const page = expect.stringMatching(
        new RegExp(`^${base}/error\\?error=ServiceUnavailable&reference=[0-9a-f]{8}$`),
      )
      const response = await call(anonymous(), 'signIn', ['unreachable'], { 'x-variant': 'unreachable' })
      expect(redirectOf(response)).toEqual({ status: 303, location: page })
      const args = ['unreachable', { redirect: false }]
      const outcome = await toOutcome(anonymous(), 'signIn', args, { 'x-variant': 'unreachable' })
      expect(outcome).toEqual({ value: page })
    })

    // proves A-15, ST-7, AMB-34
    it('throws an AuthError with its type and code', async () => {
      const options = { ...credentials, password: 'wrong' }
      expect(await toOutcome(anonymous(), 'signIn', ['credentials', options])).toEqual({
        type: 'CredentialsSignin',
        code: 'credentials',
      })
    })

    // proves P-CS-1
    it('rejects a cross-site form', async () => {
      const crossSite = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
      expect(await toOutcome(anonymous(), 'signIn', ['credentials', credentials], crossSite)).toEqual({
        type: 'MissingCSRF',
      })
    })
  })

  describe('signOut in a route', () => {
    const headers = { 'x-variant': 'tokens' }

    // proves A-10, AMB-37, §16.5, DROP-15
    it('ends the session and returns the URL with `redirect: false`', async () => {
      const browser = await ann()
      expect(await toOutcome(browser, 'signOut', [{ redirect: false, redirectTo: '/bye' }])).toEqual({
        value: { redirect: `${site}/bye` },
      })
      expect(await readSession(browser)).toBeNull()
    })

    // proves OUT-1, OUT-2, OUT-3
    it('returns the URL at which the user signs out at the provider, and redirects back', () =>
      testProviderSignOut({
        origin: site,
        base,
        provider: 'playground',
        headers,
        ada: () => ada('playground', 'tokens'),
        async signOut(browser, options) {
          const args = [{ redirect: false, redirectTo: '/bye', ...options }]
          const { value } = await toOutcome(browser, 'signOut', args, headers)
          return (value as { redirect: string }).redirect
        },
      }))

    // proves OUT-1
    it('redirects a form to the provider', async () => {
      const browser = await ada('playground', 'tokens')
      expect(redirectOf(await signOut(browser, { redirectTo: '/bye' }, headers))).toEqual({
        status: 303,
        location: expect.stringMatching(/^http:\/\/localhost:\d+\/session\/end\?id_token_hint=/),
      })
      expect(await readSession(browser)).toBeNull()
    })
  })

  // proves A-11, AMB-45, §16.6
  it.each(updates)('`%s` returns the new session or null', async (name) => {
    const browser = await ann()
    const { value } = await toOutcome(browser, name, [{ user: { name: 'Anna' } }])
    expect(value).toMatchObject({ user: { name: 'Anna', email: 'ann@example.com' } })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Anna' } })
    expect(await toOutcome(anonymous(), name, [{ user: { name: 'Anna' } }])).toEqual({ value: null })
  })

  describe('an invalid configuration', () => {
    const broken = { 'x-variant': 'broken' }

    // proves P-IN-2
    it.each(['signOut', 'update'])('makes %s throw and keeps the session', async (name) => {
      const browser = await ann()
      expect((await toOutcome(browser, name, [{}], broken)).type).toEqual(expect.any(String))
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    })

    // proves P-IN-2, DROP-14
    it('makes signIn lead to the error page and keeps the session', async () => {
      const browser = await ann()
      const response = await call(browser, 'signIn', ['credentials', credentials], broken)
      expect(response.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration&reference=/)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    })
  })
}
