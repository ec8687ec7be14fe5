import { describe, expect, it } from 'vitest'
import { formsByButton, testCalls, testEndings, testForms } from '../shared/actions.ts'
import { redirectOf } from '../shared/visitors.ts'
import {
  ann,
  anonymous,
  call,
  readSession,
  site,
  submit,
  submitByScript,
  toForm,
  toOutcome,
  visitors,
} from './visitor.ts'

const signInFields = { provider: 'credentials', email: 'ann@example.com', password: 'right' }
const credentials = { email: signInFields.email, password: signInFields.password }
const crossSite = {
  origin: 'https://elsewhere.test',
  'sec-fetch-site': 'cross-site',
  referer: 'https://elsewhere.test/',
}

testForms(visitors, formsByButton(submit))
testCalls(visitors, formsByButton(submit), ['update'])
testEndings(visitors, {
  revoke: (browser, email) => toOutcome(browser, 'revokeSessions', [email]),
  removeAccess: (browser, email) => toOutcome(browser, 'removeAccess', [email]),
  others: [
    {
      place: 'an API route',
      run: (browser, email) => call(browser, 'revokeSessions', [email, { except: 'current' }]),
    },
    {
      place: 'an action without scripts',
      run: (browser, email) => submit(browser, 'End others', { userId: email }),
    },
    {
      place: 'an action with scripts',
      run: (browser, email) => submitByScript(browser, 'End others', { userId: email }),
    },
  ],
  tooLate: { path: (email) => `/revoking?user=${email}`, text: "server's log" },
})

describe('signIn in an action, without JavaScript', () => {
  it('signs in with a form that can send files', async () => {
    const browser = anonymous()
    expect(redirectOf(await submit(browser, 'Sign in with files', signInFields))).toEqual({
      status: 303,
      location: `${site}/forms`,
    })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  it('works without a Referer header and then redirects to the home page', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', signInFields, { referer: '' })
    expect({
      status: response.status,
      location: new URL(response.headers.get('location') ?? '').href,
    }).toEqual({ status: 303, location: `${site}/` })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
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
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  it('signs out and deletes the session cookie', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Sign out', { redirectTo: '/bye' })
    expect(response.headers.get('location')).toBe(`${site}/bye`)
    expect(await readSession(browser)).toBeNull()
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
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  it('sets its cookies without a Referer header, and leaves the queries to the browser', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Rename', { name: 'Anna' }, { referer: '' })
    expect({
      status: response.status,
      error: response.headers.get('x-error'),
      isSingleFlight: response.headers.has('x-single-flight'),
    }).toEqual({ status: 200, error: null, isSingleFlight: false })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Anna' } })
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
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  it('signs out even if the middleware renews the session in the same request', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Sign out', {}, { 'x-variant': 'renewing' })
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^latchkey\.session-token=;/)])
    expect(await readSession(browser)).toBeNull()
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
      expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com', name: 'Ann' } })
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
      expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com', name: 'Ann' } })
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
    const { action } = await toForm(browser, 'Sign out at once')
    expect((await browser.get(`${site}${action}`, headers)).status).toBe(403)
    const withoutMiddleware = await browser.get(`${site}${action}`, { ...headers, 'x-no-middleware': '1' })
    expect(withoutMiddleware.headers.getSetCookie().filter((cookie) => !cookie.startsWith('flash='))).toEqual(
      [],
    )
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('signIn in an API route', () => {
  it('accepts URLSearchParams', async () => {
    const search = { ...credentials, redirectTo: '/dash', redirect: 'false' }
    const browser = anonymous()
    expect(await toOutcome(browser, 'signIn', ['credentials', { search }])).toEqual({
      value: `${site}/dash`,
    })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves ENV-4
  it('passes parameters to the provider, with a client from the environment', async () => {
    const { value } = await toOutcome(anonymous(), 'signIn', [
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
    const { value } = await toOutcome(anonymous(), 'signIn', ['custom-idp', { redirect: false }])
    expect(new URL(String(value)).searchParams.get('client_id')).toBe('a custom client')
  })
})
