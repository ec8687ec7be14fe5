import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { testProviderSignOut } from '@latchkey/test-support/kit/provider-sign-out.ts'
import { describe, expect, it } from 'vitest'
import {
  ada,
  ann,
  anonymous,
  call,
  copyOf,
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

describe('signIn in a server action, without JavaScript', () => {
  // proves A-7, A-9, A-13, AMB-38, §16.4
  it('signs in and redirects to the page of the form', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', signInFields)
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 303,
      location: `${site}/forms`,
    })
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect((await shownBy(await open(browser, '/forms')))[0]).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves A-14
  it('redirects to `redirectTo`, but never to another origin', async () => {
    const sameOrigin = await submit(anonymous(), 'Sign in', { ...signInFields, redirectTo: '/dash?a=1' })
    expect(sameOrigin.headers.get('location')).toBe(`${site}/dash?a=1`)
    const crossOrigin = await submit(anonymous(), 'Sign in', {
      ...signInFields,
      redirectTo: 'https://elsewhere.test/',
    })
    expect(crossOrigin.headers.get('location')).toBe(site)
  })

  // proves A-15, ST-7, AMB-34, §16.4
  it('throws an AuthError with its type and code', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', { ...signInFields, password: 'wrong' })
    expect(response.headers.get('location')).toBe('/forms?type=CredentialsSignin&code=credentials')
    expect(await sessionOf(browser)).toBeNull()
  })

  // proves A-12, §16.4
  it('without a provider redirects to the sign-in page and returns to the page of the form', async () => {
    const response = await submit(anonymous(), 'Sign in')
    const target = new URL(response.headers.get('location') ?? '')
    expect({
      page: target.origin + target.pathname,
      callbackUrl: target.searchParams.get('callbackUrl'),
    }).toEqual({ page: `${site}/api/auth/signin`, callbackUrl: `${site}/forms` })
  })

  // proves §16.4
  it('redirects to the provider and sets the cookies of the transaction', async () => {
    const response = await submit(anonymous(), 'Sign in', { provider: 'my-idp' })
    expect(new URL(response.headers.get('location') ?? '').host).toBe('idp.test')
    const names = response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
    expect(names).toEqual(['latchkey.callback-url', expect.stringMatching(/^latchkey\.transaction\.[\w-]+$/)])
  })
})

describe('a server action that a script calls', () => {
  // proves A-9, A-14, §16.4
  it('signs in and returns the redirect in a header', async () => {
    const browser = anonymous()
    const response = await submitByScript(browser, 'Sign in', { ...signInFields, redirectTo: '/dash' })
    expect(response.headers.get('x-action-redirect')).toBe(`${site}/dash;push`)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves A-10, §16.5
  it('signs out and returns the redirect in a header', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Sign out', { redirectTo: '/bye' })
    expect(response.headers.get('x-action-redirect')).toBe(`${site}/bye;push`)
    expect(await sessionOf(browser)).toBeNull()
  })

  // proves A-11, §16.6
  it('updates the session and returns the page with the new one', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Rename', { name: 'Anna' })
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/x-component',
    })
    expect(await response.text()).toContain(String.raw`\"name\":\"Anna\"`)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
  })
})

describe('signIn in a route handler', () => {
  // proves A-7, A-9, A-14, AMB-36
  it('accepts a form or an object, and returns the URL with `redirect: false`', async () => {
    const options = { ...credentials, redirectTo: '/dash' }
    for (const argument of [{ ...options, redirect: false }, { form: { ...options, redirect: 'false' } }]) {
      const browser = anonymous()
      expect(await outcomeOf(browser, 'signIn', ['credentials', argument])).toEqual({ value: `${site}/dash` })
      expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
    }
  })

  // proves A-6, A-8, ENV-3, ENV-4
  it.each([
    { form: 'a string', parameters: 'prompt=login&hint=a%20b' },
    { form: 'a record', parameters: { prompt: 'login', hint: 'a b' } },
    { form: 'URLSearchParams', parameters: { search: 'prompt=login&hint=a+b' } },
    {
      form: 'a list of pairs',
      parameters: [
        ['prompt', 'login'],
        ['hint', 'a b'],
      ],
    },
  ])('accepts authorization parameters as $form', async ({ parameters }) => {
    const { value } = await outcomeOf(anonymous(), 'signIn', ['my-idp', { redirect: false }, parameters])
    const { searchParams } = new URL(String(value))
    expect(Object.fromEntries(searchParams)).toMatchObject({
      prompt: 'login',
      hint: 'a b',
      client_id: 'the-application',
    })
  })

  // proves A-6, A-12, §16.4
  it('redirects to the sign-in page for an unknown provider', async () => {
    const { value } = await outcomeOf(anonymous(), 'signIn', [
      'unknown',
      { redirect: false, redirectTo: '/dash' },
    ])
    expect(value).toBe(`${site}/api/auth/signin?callbackUrl=${encodeURIComponent(`${site}/dash`)}`)
  })

  // proves A-13, AMB-38
  it('redirects to the home page if the request has no Referer header', async () => {
    const { value } = await outcomeOf(
      anonymous(),
      'signIn',
      ['credentials', { ...credentials, redirect: false }],
      {
        referer: '',
      },
    )
    expect(new URL(String(value)).href).toBe(`${site}/`)
  })

  // proves A-9
  it('redirects with status 303 after a form, so that no browser sends it again', async () => {
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

  // proves A-15, ST-7, AMB-34
  it('throws an AuthError with its type and code', async () => {
    expect(
      await outcomeOf(anonymous(), 'signIn', ['credentials', { ...credentials, password: 'wrong' }]),
    ).toEqual({ type: 'CredentialsSignin', code: 'credentials' })
  })

  // proves P-CS-1
  it('rejects a cross-site form', async () => {
    const crossSite = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    expect(await outcomeOf(anonymous(), 'signIn', ['credentials', credentials], crossSite)).toEqual({
      type: 'MissingCSRF',
    })
  })
})

describe('signOut', () => {
  // proves A-10, A-13, A-14, §16.5
  it('ends the session and redirects to the page of the form, or to `redirectTo`', async () => {
    const browser = await ann()
    const response = await submit(browser, 'Sign out')
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 303,
      location: `${site}/forms`,
    })
    expect(await sessionOf(browser)).toBeNull()
    const withTarget = await submit(await ann(), 'Sign out', { redirectTo: '/bye' })
    expect(withTarget.headers.get('location')).toBe(`${site}/bye`)
  })

  // proves A-10, AMB-37, §16.5, DROP-15
  it('returns the URL with `redirect: false`', async () => {
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
    const response = await submit(browser, 'Sign out', { redirectTo: '/bye' }, { variant: 'tokens' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:\d+\/session\/end\?id_token_hint=/)
    expect(await sessionOf(browser)).toBeNull()
  })
})

describe('update', () => {
  // proves A-11, §16.6
  it('passes the data to the callbacks, and the page of the action shows the new session', async () => {
    const browser = await ann()
    const response = await submit(browser, 'Rename', { name: 'Anna' })
    expect(response.status).toBe(200)
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Anna', email: 'ann@example.com' } })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  // proves A-11, AMB-45, §16.6
  it.each(['update', 'unstable_update'])(
    'returns the new session or null under the name `%s`',
    async (name) => {
      const browser = await ann()
      const { value } = await outcomeOf(browser, name, [{ user: { name: 'Anna' } }])
      expect(value).toMatchObject({ user: { name: 'Anna', email: 'ann@example.com' } })
      expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
      expect(await outcomeOf(anonymous(), name, [{ user: { name: 'Anna' } }])).toEqual({ value: null })
    },
  )
})

describe('revokeSessions and removeAccess', () => {
  it('revokeSessions ends the sessions of a user in all browsers', async () => {
    // A user that no other test signs in.
    const email = 'lost-phone@example.com'
    const [first, second] = [await ann(email), await ann(email)]
    await outcomeOf(first, 'revokeSessions', [email])
    expect(await sessionOf(first)).toBeNull()
    expect(await sessionOf(second)).toBeNull()
    expect(await sessionOf(await ann(email))).toMatchObject({ user: { email } })
  })

  it('removeAccess ends the sessions of a user', async () => {
    const email = 'hijacked@example.com'
    const browser = await ann(email)
    await outcomeOf(browser, 'removeAccess', [email])
    expect(await sessionOf(browser)).toBeNull()
  })

  it.each([
    {
      place: 'a route handler',
      run: (browser: Browser, email: string) =>
        call(browser, 'revokeSessions', [email, { except: 'current' }]),
    },
    {
      place: 'a server action',
      run: (browser: Browser, email: string) => submit(browser, 'End others', { userId: email }),
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
    expect(await shownBy(response)).toEqual([expect.stringContaining('where cookies cannot be set')])
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
