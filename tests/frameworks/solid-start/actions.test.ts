import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { testProviderSignOut } from '@latchkey/test-support/kit/provider-sign-out.ts'
import { describe, expect, it } from 'vitest'
import {
  ada,
  ann,
  anonymous,
  call,
  copyOf,
  formOf,
  open,
  outcomeOf,
  sessionOf,
  shownBy,
  site,
  submit,
  submitByScript,
  usersIn,
} from './visitor.ts'

const signInFields = { provider: 'credentials', email: 'ann@example.com', password: 'right' }
const credentials = { email: signInFields.email, password: signInFields.password }
const crossSite = {
  origin: 'https://elsewhere.test',
  'sec-fetch-site': 'cross-site',
  referer: 'https://elsewhere.test/',
}

describe('signIn in an action, without JavaScript', () => {
  it.each(['Sign in', 'Sign in with files'])(
    'signs in with the button "%s" and redirects to the page of the form',
    async (button) => {
      const browser = anonymous()
      const response = await submit(browser, button, signInFields)
      expect({ status: response.status, location: response.headers.get('location') }).toEqual({
        status: 303,
        location: `${site}/forms`,
      })
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect((await shownBy(await open(browser, '/forms')))[0]).toMatchObject({ user: { name: 'Ann' } })
    },
  )

  it('redirects to `redirectTo`, but never to another origin', async () => {
    const sameOrigin = await submit(anonymous(), 'Sign in', { ...signInFields, redirectTo: '/dash?a=1' })
    expect(sameOrigin.headers.get('location')).toBe(`${site}/dash?a=1`)
    const crossOrigin = await submit(anonymous(), 'Sign in', {
      ...signInFields,
      redirectTo: 'https://elsewhere.test/',
    })
    expect(crossOrigin.headers.get('location')).toBe(site)
  })

  it('throws an AuthError with its type and code', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', { ...signInFields, password: 'wrong' })
    expect(response.headers.get('location')).toBe('/forms?type=CredentialsSignin&code=credentials')
    expect(response.headers.getSetCookie().join()).not.toContain('wrong')
    expect(await sessionOf(browser)).toBeNull()
  })

  it('without a provider redirects to the sign-in page and returns to the page of the form', async () => {
    const response = await submit(anonymous(), 'Sign in')
    const target = new URL(response.headers.get('location') ?? '')
    expect({
      page: target.origin + target.pathname,
      callbackUrl: target.searchParams.get('callbackUrl'),
    }).toEqual({ page: `${site}/api/auth/signin`, callbackUrl: `${site}/forms` })
  })

  it('redirects to the provider and sets the cookies of the transaction', async () => {
    const response = await submit(anonymous(), 'Sign in', { provider: 'my-idp' })
    expect(new URL(response.headers.get('location') ?? '').host).toBe('idp.test')
    const names = response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
    expect(names).toEqual(['latchkey.callback-url', expect.stringMatching(/^latchkey\.transaction\.[\w-]+$/)])
  })

  it('works without a Referer header and then redirects to the home page', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', signInFields, { referer: '' })
    expect({
      status: response.status,
      location: new URL(response.headers.get('location') ?? '').href,
    }).toEqual({ status: 303, location: `${site}/` })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('an action that a script calls', () => {
  it('signs in and makes the script load the page, without a single-flight query', async () => {
    const browser = anonymous()
    const response = await submitByScript(browser, 'Sign in', { ...signInFields, redirectTo: '/dash' })
    expect(response.headers.get('location')).toBe(`${site}/dash`)
    expect({
      revalidate: response.headers.get('x-revalidate'),
      isSingleFlight: response.headers.has('x-single-flight'),
    }).toEqual({ revalidate: '', isSingleFlight: false })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  it('signs out and deletes the session cookie', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Sign out', { redirectTo: '/bye' })
    expect(response.headers.get('location')).toBe(`${site}/bye`)
    expect(await sessionOf(browser)).toBeNull()
  })

  it('updates the session, and the same response contains the new query results of the page', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Rename', { name: 'Anna' })
    expect({ status: response.status, singleFlight: response.headers.get('x-single-flight') }).toEqual({
      status: 200,
      singleFlight: 'true',
    })
    const body = await response.text()
    expect(body).toContain('session[]')
    expect(body).toContain('Anna')
    expect(body).not.toContain('"Ann"')
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  it('sets its cookies without a Referer header, and leaves the queries to the browser', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Rename', { name: 'Anna' }, { referer: '' })
    expect({
      status: response.status,
      error: response.headers.get('x-error'),
      isSingleFlight: response.headers.has('x-single-flight'),
    }).toEqual({ status: 200, error: null, isSingleFlight: false })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  it('fails for scripts without a Referer header and the middleware, but sets its cookies', async () => {
    const browser = await ann()
    const response = await submitByScript(
      browser,
      'Rename',
      { name: 'Anna' },
      { referer: '', 'x-no-middleware': '1' },
    )
    expect(response.headers.get('x-error')).toBe('Invalid URL')
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  it('signs out although the middleware renews the session in the same request', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Sign out', {}, { 'x-variant': 'renewing' })
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^latchkey\.session-token=;/)])
    expect(await sessionOf(browser)).toBeNull()
  })
})

describe('a cross-site call of a server function', () => {
  // proves P-CS-1
  it.each(['Sign in', 'Sign out', 'Rename'])('is rejected by the middleware: %s', async (button) => {
    for (const send of [submit, submitByScript]) {
      const browser = await ann()
      const response = await send(browser, button, { ...signInFields, email: 'eve@example.com' }, crossSite)
      expect({ status: response.status, cookies: response.headers.getSetCookie() }).toEqual({
        status: 403,
        cookies: [],
      })
      expect(await sessionOf(browser)).toMatchObject({ user: { email: 'ann@example.com', name: 'Ann' } })
    }
  })

  // proves P-CS-1
  it('is rejected by signIn, signOut and update without the middleware', async () => {
    for (const button of ['Sign in', 'Sign out', 'Rename']) {
      const browser = await ann()
      await submit(
        browser,
        button,
        { ...signInFields, email: 'eve@example.com' },
        { ...crossSite, 'x-no-middleware': '1' },
      )
      expect(await sessionOf(browser)).toMatchObject({ user: { email: 'ann@example.com', name: 'Ann' } })
    }
  })

  // proves P-CS-1
  it('is also rejected from the same site on another origin', async () => {
    const response = await submit(await ann(), 'Sign out', {}, { origin: '', 'sec-fetch-site': 'same-site' })
    expect(response.status).toBe(403)
  })

  // proves P-CS-1
  it.each([
    { origin: 'another site', headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } },
    { origin: 'an e-mail', headers: { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' } },
    {
      origin: 'a page of the application',
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    },
  ])('cannot be made by a link in $origin', async ({ headers }) => {
    const browser = await ann()
    const { action } = await formOf(browser, 'Sign out at once')
    expect((await browser.get(`${site}${action}`, headers)).status).toBe(403)
    const withoutMiddleware = await browser.get(`${site}${action}`, { ...headers, 'x-no-middleware': '1' })
    expect(withoutMiddleware.headers.getSetCookie().filter((cookie) => !cookie.startsWith('flash='))).toEqual(
      [],
    )
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('signIn in an API route', () => {
  it('accepts a form or an object, and returns the URL with `redirect: false`', async () => {
    const options = { ...credentials, redirectTo: '/dash' }
    const strings = { ...options, redirect: 'false' }
    for (const argument of [{ ...options, redirect: false }, { form: strings }, { search: strings }]) {
      const browser = anonymous()
      expect(await outcomeOf(browser, 'signIn', ['credentials', argument])).toEqual({ value: `${site}/dash` })
      expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
    }
  })

  // proves ENV-4
  it('passes parameters to the provider, with a client from the environment', async () => {
    const { value } = await outcomeOf(anonymous(), 'signIn', [
      'my-idp',
      { redirect: false },
      { prompt: 'login' },
    ])
    const { searchParams } = new URL(String(value))
    expect(Object.fromEntries(searchParams)).toMatchObject({
      prompt: 'login',
      client_id: 'the-application',
      redirect_uri: `${site}/api/auth/callback/my-idp`,
    })
  })

  // proves ENV-10
  it('uses the client that the application configures', async () => {
    const { value } = await outcomeOf(anonymous(), 'signIn', ['custom-idp', { redirect: false }])
    expect(new URL(String(value)).searchParams.get('client_id')).toBe('a custom client')
  })

  it('throws a redirect response', async () => {
    const response = await call(anonymous(), 'signIn', ['credentials', credentials])
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 303,
      location: `${site}/forms`,
    })
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('latchkey.session-token=')])
  })

  // proves DROP-2
  it('sends booleans and numbers as text', async () => {
    const browser = anonymous()
    await call(browser, 'signIn', ['credentials', { ...credentials, remember: true, otp: 123456 }])
    expect((await sessionOf(browser))?.user).toMatchObject({ image: '{"remember":"true","otp":"123456"}' })
  })

  // proves DROP-2
  it('refuses an object in place of a password', async () => {
    const browser = anonymous()
    const options = { ...credentials, password: { $ne: null } }
    expect((await call(browser, 'signIn', ['credentials', options])).status).toBe(500)
    expect(await sessionOf(browser)).toBeNull()
  })

  // proves DROP-14
  it('leads to the error page if the provider is unreachable, or returns its URL', async () => {
    const page = new RegExp(`^${site}/api/auth/error\\?error=ServiceUnavailable&reference=[0-9a-f]{8}$`)
    const response = await call(anonymous(), 'signIn', ['unreachable'], { 'x-variant': 'unreachable' })
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 303,
      location: expect.stringMatching(page),
    })
    const args = ['unreachable', { redirect: false }]
    const outcome = await outcomeOf(anonymous(), 'signIn', args, { 'x-variant': 'unreachable' })
    expect(outcome).toEqual({ value: expect.stringMatching(page) })
  })

  it('throws an AuthError with its type and code', async () => {
    expect(
      await outcomeOf(anonymous(), 'signIn', ['credentials', { ...credentials, password: 'wrong' }]),
    ).toEqual({ type: 'CredentialsSignin', code: 'credentials' })
  })

  // proves P-CS-1
  it('rejects a cross-site form', async () => {
    expect(await outcomeOf(anonymous(), 'signIn', ['credentials', credentials], crossSite)).toEqual({
      type: 'MissingCSRF',
    })
  })
})

describe('signOut', () => {
  // proves DROP-15
  it('ends the session and returns the URL with `redirect: false`', async () => {
    const browser = await ann()
    expect(await outcomeOf(browser, 'signOut', [{ redirect: false, redirectTo: '/bye' }])).toEqual({
      value: { redirect: `${site}/bye` },
    })
    expect(await sessionOf(browser)).toBeNull()
  })
})

describe('signOut after a sign-in with a provider', () => {
  const headers = { 'x-variant': 'tokens' }

  // proves OUT-1, OUT-2, OUT-3
  it('returns the URL at which the user signs out there, and leads back', () =>
    testProviderSignOut({
      origin: site,
      base: `${site}/api/auth`,
      provider: 'playground',
      headers,
      ada: () => ada('playground', 'tokens'),
      async signOut(browser, options) {
        const args = [{ redirect: false, redirectTo: '/bye', ...options }]
        const { value } = await outcomeOf(browser, 'signOut', args, headers)
        return (value as { redirect: string }).redirect
      },
    }))

  // proves OUT-1
  it('redirects a form to the provider', async () => {
    const browser = await ada('playground', 'tokens')
    const response = await submit(browser, 'Sign out', { redirectTo: '/bye' }, headers)
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:\d+\/session\/end\?id_token_hint=/)
    expect(await sessionOf(browser)).toBeNull()
  })
})

describe('update', () => {
  it('returns the new session or null', async () => {
    const browser = await ann()
    const { value } = await outcomeOf(browser, 'update', [{ user: { name: 'Anna' } }])
    expect(value).toMatchObject({ user: { name: 'Anna', email: 'ann@example.com' } })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
    expect(await outcomeOf(anonymous(), 'update', [{ user: { name: 'Anna' } }])).toEqual({ value: null })
  })
})

describe('revokeSessions and removeAccess', () => {
  it('revokeSessions ends the sessions of a user in all browsers', async () => {
    // A user that no other test signs in.
    const email = 'lost-phone@example.com'
    const [first, second] = [await ann(email), await ann(email)]
    await outcomeOf(first, 'revokeSessions', [email])
    expect({ first: await sessionOf(first), second: await sessionOf(second) }).toEqual({
      first: null,
      second: null,
    })
  })

  it('removeAccess ends the sessions of a user', async () => {
    const email = 'hijacked@example.com'
    const browser = await ann(email)
    await outcomeOf(browser, 'removeAccess', [email])
    expect(await sessionOf(browser)).toBeNull()
  })

  it.each([
    {
      place: 'an API route',
      run: (browser: Browser, email: string) =>
        call(browser, 'revokeSessions', [email, { except: 'current' }]),
    },
    {
      place: 'an action without scripts',
      run: (browser: Browser, email: string) => submit(browser, 'End others', { userId: email }),
    },
    {
      place: 'an action with scripts',
      run: (browser: Browser, email: string) => submitByScript(browser, 'End others', { userId: email }),
    },
  ])('keeps the session of the current browser in $place', async ({ place, run }) => {
    const email = `changed-password-in-${place.replaceAll(' ', '-')}@example.com`
    const [first, second] = [await ann(email), await ann(email)]
    const copy = copyOf(first)
    expect((await run(first, email)).status).toBeLessThan(400)
    expect(await usersIn({ first, second, copy })).toEqual({ first: email, second: null, copy: null })
  })

  it('ends no session if the current one must be kept while a page is rendered', async () => {
    const email = 'rendered@example.com'
    const [first, second] = [await ann(email), await ann(email)]
    const response = await open(first, `/revoking?user=${email}`)
    expect(await shownBy(response)).toEqual([expect.stringContaining('the log of the server')])
    expect(await usersIn({ first, second })).toEqual({ first: email, second: email })
  })
})

describe('an invalid configuration', () => {
  // proves P-IN-2
  it.each(['signOut', 'update'])('makes %s throw and keeps the session', async (name) => {
    const browser = await ann()
    expect((await outcomeOf(browser, name, [{}], { 'x-variant': 'broken' })).type).toEqual(expect.any(String))
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-IN-2, DROP-14
  it('makes signIn lead to the error page and keeps the session', async () => {
    const browser = await ann()
    const response = await call(browser, 'signIn', ['credentials', credentials], { 'x-variant': 'broken' })
    expect(response.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration&reference=/)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})
