import { describe, expect, it } from 'vitest'
import {
  ann,
  anonymous,
  call,
  formOf,
  open,
  outcomeOf,
  sessionOf,
  shownBy,
  site,
  submit,
  submitByScript,
} from './visitor.ts'

const right = { provider: 'credentials', email: 'ann@example.com', password: 'right' }
const fields = { email: right.email, password: right.password }
const foreign = {
  origin: 'https://elsewhere.test',
  'sec-fetch-site': 'cross-site',
  referer: 'https://elsewhere.test/',
}

describe('signIn in an action, without JavaScript', () => {
  it.each(['Sign in', 'Sign in with files'])(
    'signs in by "%s", and leads back to the page of the form',
    async (button) => {
      const browser = anonymous()
      const response = await submit(browser, button, right)
      expect([response.status, response.headers.get('location')]).toEqual([303, `${site}/forms`])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect((await shownBy(await open(browser, '/forms')))[0]).toMatchObject({ user: { name: 'Ann' } })
    },
  )

  it('leads where `redirectTo` says, and nowhere foreign', async () => {
    const inside = await submit(anonymous(), 'Sign in', { ...right, redirectTo: '/dash?a=1' })
    expect(inside.headers.get('location')).toBe(`${site}/dash?a=1`)
    const outside = await submit(anonymous(), 'Sign in', { ...right, redirectTo: 'https://elsewhere.test/' })
    expect(outside.headers.get('location')).toBe(site)
  })

  it('throws what failed, with its type and code', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', { ...right, password: 'wrong' })
    expect(response.headers.get('location')).toBe('/forms?type=CredentialsSignin&code=credentials')
    expect(response.headers.getSetCookie().join()).not.toContain('wrong')
    expect(await sessionOf(browser)).toBeNull()
  })

  it('without a provider leads to the sign-in page, which leads back', async () => {
    const response = await submit(anonymous(), 'Sign in')
    const target = new URL(response.headers.get('location') ?? '')
    expect([target.origin + target.pathname, target.searchParams.get('callbackUrl')]).toEqual([
      `${site}/api/auth/signin`,
      `${site}/forms`,
    ])
  })

  it('leads to the provider, with a cookie for the way back', async () => {
    const response = await submit(anonymous(), 'Sign in', { provider: 'my-idp' })
    expect(new URL(response.headers.get('location') ?? '').host).toBe('idp.test')
    const names = response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
    expect(names).toEqual(['latchkey.callback-url', expect.stringMatching(/^latchkey\.transaction\.[\w-]+$/)])
  })

  it('works without a Referer, and then leads to the start page', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', right, { referer: '' })
    expect([response.status, new URL(response.headers.get('location') ?? '').href]).toEqual([303, `${site}/`])
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('an action that scripts call', () => {
  it('signs in, and has the script load the page anew, without running a query for it', async () => {
    const browser = anonymous()
    const response = await submitByScript(browser, 'Sign in', { ...right, redirectTo: '/dash' })
    expect(response.headers.get('location')).toBe(`${site}/dash`)
    expect([response.headers.get('x-revalidate'), response.headers.has('x-single-flight')]).toEqual([
      '',
      false,
    ])
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  it('signs out, and leaves no cookie', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Sign out', { redirectTo: '/bye' })
    expect(response.headers.get('location')).toBe(`${site}/bye`)
    expect(await sessionOf(browser)).toBeNull()
  })

  it('updates the session, and the queries of the page see it in the same answer', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Rename', { name: 'Anna' })
    expect([response.status, response.headers.get('x-single-flight')]).toEqual([200, 'true'])
    const body = await response.text()
    expect(body).toContain('session[]')
    expect(body).toContain('Anna')
    expect(body).not.toContain('"Ann"')
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  it('without a Referer keeps its cookies, and leaves the queries to the browser', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Rename', { name: 'Anna' }, { referer: '' })
    expect([
      response.status,
      response.headers.get('x-error'),
      response.headers.has('x-single-flight'),
    ]).toEqual([200, null, false])
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  it('fails for the script without a Referer where the middleware is not there, but keeps its cookies', async () => {
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

  it('wins over a renewal by the middleware when it signs out', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Sign out', {}, { 'x-variant': 'renewing' })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^latchkey\.session-token=[^;]+;/),
      expect.stringMatching(/^latchkey\.session-token=;/),
    ])
    expect(await sessionOf(browser)).toBeNull()
  })
})

describe('a call of a server function from elsewhere', () => {
  // proves P-CS-1
  it.each(['Sign in', 'Sign out', 'Rename'])('is refused by the middleware: %s', async (button) => {
    for (const send of [submit, submitByScript]) {
      const browser = await ann()
      const response = await send(browser, button, { ...right, email: 'eve@example.com' }, foreign)
      expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
      expect(await sessionOf(browser)).toMatchObject({ user: { email: 'ann@example.com', name: 'Ann' } })
    }
  })

  // proves P-CS-1
  it('is refused by signIn, signOut and update themselves where the middleware is not there', async () => {
    for (const button of ['Sign in', 'Sign out', 'Rename']) {
      const browser = await ann()
      await submit(
        browser,
        button,
        { ...right, email: 'eve@example.com' },
        { ...foreign, 'x-no-middleware': '1' },
      )
      expect(await sessionOf(browser)).toMatchObject({ user: { email: 'ann@example.com', name: 'Ann' } })
    }
  })

  // proves P-CS-1
  it('from a site of the same domain is foreign, too', async () => {
    const response = await submit(await ann(), 'Sign out', {}, { origin: '', 'sec-fetch-site': 'same-site' })
    expect(response.status).toBe(403)
  })

  // proves P-CS-1
  it.each([
    { way: 'from elsewhere', headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } },
    { way: 'out of a mail', headers: { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' } },
    { way: 'on a page of ours', headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' } },
  ])('cannot be made by a link $way', async ({ headers }) => {
    const browser = await ann()
    const { action } = await formOf(browser, 'Sign out at once')
    expect((await browser.get(`${site}${action}`, headers)).status).toBe(403)
    const bare = await browser.get(`${site}${action}`, { ...headers, 'x-no-middleware': '1' })
    expect(bare.headers.getSetCookie().filter((cookie) => !cookie.startsWith('flash='))).toEqual([])
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('signIn elsewhere on the server', () => {
  it('takes a form or an object, and gives the URL with `redirect: false`', async () => {
    const options = { ...fields, redirectTo: '/dash' }
    const text = { ...options, redirect: 'false' }
    for (const given of [{ ...options, redirect: false }, { form: text }, { search: text }]) {
      const browser = anonymous()
      expect(await outcomeOf(browser, 'signIn', ['credentials', given])).toEqual({ value: `${site}/dash` })
      expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
    }
  })

  // proves ENV-4
  it('hands parameters to the provider, whose client is in the environment', async () => {
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
  it('takes a client that the application passes itself', async () => {
    const { value } = await outcomeOf(anonymous(), 'signIn', ['own-idp', { redirect: false }])
    expect(new URL(String(value)).searchParams.get('client_id')).toBe('a client of its own')
  })

  it('throws a response that leads on', async () => {
    const response = await call(anonymous(), 'signIn', ['credentials', fields])
    expect([response.status, response.headers.get('location')]).toEqual([303, `${site}/forms`])
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('latchkey.session-token=')])
  })

  it('throws an AuthError that says which', async () => {
    expect(await outcomeOf(anonymous(), 'signIn', ['credentials', { ...fields, password: 'wrong' }])).toEqual(
      {
        type: 'CredentialsSignin',
        code: 'credentials',
      },
    )
  })

  // proves P-CS-1
  it('refuses a form of another site', async () => {
    expect(await outcomeOf(anonymous(), 'signIn', ['credentials', fields], foreign)).toEqual({
      type: 'MissingCSRF',
    })
  })
})

describe('signOut, update and revokeSessions', () => {
  it('end the session, and give the URL with `redirect: false`', async () => {
    const browser = await ann()
    expect(await outcomeOf(browser, 'signOut', [{ redirect: false, redirectTo: '/bye' }])).toEqual({
      value: `${site}/bye`,
    })
    expect(await sessionOf(browser)).toBeNull()
  })

  it('give the new session, or null', async () => {
    const browser = await ann()
    const { value } = await outcomeOf(browser, 'update', [{ user: { name: 'Anna' } }])
    expect(value).toMatchObject({ user: { name: 'Anna', email: 'ann@example.com' } })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
    expect(await outcomeOf(anonymous(), 'update', [{ user: { name: 'Anna' } }])).toEqual({ value: null })
  })

  it('end the sessions of a user in all browsers', async () => {
    // Nobody whom other tests sign in.
    const email = 'lost-phone@example.com'
    const [one, other] = [await ann(email), await ann(email)]
    await outcomeOf(one, 'revokeSessions', [email])
    expect([await sessionOf(one), await sessionOf(other)]).toEqual([null, null])
  })
})

describe('with a configuration that cannot be used', () => {
  // proves P-IN-2
  it.each(['signIn', 'signOut', 'update'])('%s throws, and leaves the session as it was', async (name) => {
    const browser = await ann()
    const args = name === 'signIn' ? ['credentials', fields] : [{}]
    expect((await outcomeOf(browser, name, args, { 'x-variant': 'broken' })).type).toEqual(expect.any(String))
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})
