import { describe, expect, it } from 'vitest'
import {
  ann,
  anonymous,
  call,
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

describe('signIn in a server action, without JavaScript', () => {
  // proves A-7, A-9, A-13, AMB-38, §16.4
  it('signs in and leads back to the page of the form', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', right)
    expect([response.status, response.headers.get('location')]).toEqual([303, `${site}/forms`])
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect((await shownBy(await open(browser, '/forms')))[0]).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves A-14
  it('leads where `redirectTo` says, and nowhere foreign', async () => {
    const inside = await submit(anonymous(), 'Sign in', { ...right, redirectTo: '/dash?a=1' })
    expect(inside.headers.get('location')).toBe(`${site}/dash?a=1`)
    const outside = await submit(anonymous(), 'Sign in', { ...right, redirectTo: 'https://elsewhere.test/' })
    expect(outside.headers.get('location')).toBe(site)
  })

  // proves A-15, ST-7, AMB-34, §16.4
  it('throws what failed, with its type and code', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', { ...right, password: 'wrong' })
    expect(response.headers.get('location')).toBe('/forms?type=CredentialsSignin&code=credentials')
    expect(await sessionOf(browser)).toBeNull()
  })

  // proves A-12, §16.4
  it('without a provider leads to the sign-in page, which leads back', async () => {
    const response = await submit(anonymous(), 'Sign in')
    const target = new URL(response.headers.get('location') ?? '')
    expect([target.origin + target.pathname, target.searchParams.get('callbackUrl')]).toEqual([
      `${site}/api/auth/signin`,
      `${site}/forms`,
    ])
  })

  // proves §16.4
  it('leads to the provider, with a cookie for the way back', async () => {
    const response = await submit(anonymous(), 'Sign in', { provider: 'my-idp' })
    expect(new URL(response.headers.get('location') ?? '').host).toBe('idp.test')
    const names = response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
    expect(names).toEqual(['latchkey.callback-url', expect.stringMatching(/^latchkey\.transaction\.[\w-]+$/)])
  })
})

describe('a server action that scripts call', () => {
  // proves A-9, A-14, §16.4
  it('signs in, and tells the script where to go', async () => {
    const browser = anonymous()
    const response = await submitByScript(browser, 'Sign in', { ...right, redirectTo: '/dash' })
    expect(response.headers.get('x-action-redirect')).toBe(`${site}/dash;push`)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves A-10, §16.5
  it('signs out, and tells the script where to go', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Sign out', { redirectTo: '/bye' })
    expect(response.headers.get('x-action-redirect')).toBe(`${site}/bye;push`)
    expect(await sessionOf(browser)).toBeNull()
  })

  // proves A-11, §16.6
  it('updates the session, and the answer shows it', async () => {
    const browser = await ann()
    const response = await submitByScript(browser, 'Rename', { name: 'Anna' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/x-component'])
    expect(await response.text()).toContain(String.raw`\"name\":\"Anna\"`)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
  })
})

describe('signIn elsewhere on the server', () => {
  // proves A-7, A-9, A-14, AMB-36
  it('takes a form or an object, and gives the URL with `redirect: false`', async () => {
    const options = { ...fields, redirectTo: '/dash' }
    for (const given of [{ ...options, redirect: false }, { form: { ...options, redirect: 'false' } }]) {
      const browser = anonymous()
      expect(await outcomeOf(browser, 'signIn', ['credentials', given])).toEqual({ value: `${site}/dash` })
      expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
    }
  })

  // proves A-6, A-8, ENV-3, ENV-4
  it.each([
    { kind: 'text', given: 'prompt=login&hint=a%20b' },
    { kind: 'a record', given: { prompt: 'login', hint: 'a b' } },
    { kind: 'search parameters', given: { search: 'prompt=login&hint=a+b' } },
    {
      kind: 'pairs',
      given: [
        ['prompt', 'login'],
        ['hint', 'a b'],
      ],
    },
  ])('takes parameters for the provider as $kind', async ({ given }) => {
    const { value } = await outcomeOf(anonymous(), 'signIn', ['my-idp', { redirect: false }, given])
    const { searchParams } = new URL(String(value))
    expect(Object.fromEntries(searchParams)).toMatchObject({
      prompt: 'login',
      hint: 'a b',
      client_id: 'the-application',
    })
  })

  // proves A-6, A-12, §16.4
  it('leads to the sign-in page with a provider that is not there', async () => {
    const { value } = await outcomeOf(anonymous(), 'signIn', [
      'nobody',
      { redirect: false, redirectTo: '/dash' },
    ])
    expect(value).toBe(`${site}/api/auth/signin?callbackUrl=${encodeURIComponent(`${site}/dash`)}`)
  })

  // proves A-13, AMB-38
  it('leads to the start page when the browser does not say where it was', async () => {
    const { value } = await outcomeOf(
      anonymous(),
      'signIn',
      ['credentials', { ...fields, redirect: false }],
      {
        referer: '',
      },
    )
    expect(new URL(String(value)).href).toBe(`${site}/`)
  })

  // proves A-9
  it('leads out of a posted form with 303, so that no browser posts it again', async () => {
    const response = await call(anonymous(), 'signIn', ['credentials', fields])
    expect([response.status, response.headers.get('location')]).toEqual([303, `${site}/forms`])
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('latchkey.session-token=')])
  })

  // proves A-15, ST-7, AMB-34
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
    const foreign = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    expect(await outcomeOf(anonymous(), 'signIn', ['credentials', fields], foreign)).toEqual({
      type: 'MissingCSRF',
    })
  })
})

describe('signOut', () => {
  // proves A-10, A-13, A-14, §16.5
  it('ends the session and leads back to the page, or where `redirectTo` says', async () => {
    const browser = await ann()
    const response = await submit(browser, 'Sign out')
    expect([response.status, response.headers.get('location')]).toEqual([303, `${site}/forms`])
    expect(await sessionOf(browser)).toBeNull()
    const other = await submit(await ann(), 'Sign out', { redirectTo: '/bye' })
    expect(other.headers.get('location')).toBe(`${site}/bye`)
  })

  // proves A-10, AMB-37, §16.5
  it('gives the URL with `redirect: false`', async () => {
    const browser = await ann()
    expect(await outcomeOf(browser, 'signOut', [{ redirect: false, redirectTo: '/bye' }])).toEqual({
      value: `${site}/bye`,
    })
    expect(await sessionOf(browser)).toBeNull()
  })
})

describe('update', () => {
  // proves A-11, §16.6
  it('hands the data to the callbacks, and the page of the action shows what came of it', async () => {
    const browser = await ann()
    const response = await submit(browser, 'Rename', { name: 'Anna' })
    expect(response.status).toBe(200)
    expect((await shownBy(response))[0]).toMatchObject({ user: { name: 'Anna', email: 'ann@example.com' } })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  // proves A-11, AMB-45, §16.6
  it.each(['update', 'unstable_update'])('gives the new session, or null, by the name %s', async (name) => {
    const browser = await ann()
    const { value } = await outcomeOf(browser, name, [{ user: { name: 'Anna' } }])
    expect(value).toMatchObject({ user: { name: 'Anna', email: 'ann@example.com' } })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna' } })
    expect(await outcomeOf(anonymous(), name, [{ user: { name: 'Anna' } }])).toEqual({ value: null })
  })
})

describe('revokeSessions', () => {
  it('ends the sessions of a user in all browsers', async () => {
    // Nobody whom other tests sign in.
    const email = 'lost-phone@example.com'
    const [one, other] = [await ann(email), await ann(email)]
    await outcomeOf(one, 'revokeSessions', [email])
    expect(await sessionOf(one)).toBeNull()
    expect(await sessionOf(other)).toBeNull()
    expect(await sessionOf(await ann(email))).toMatchObject({ user: { email } })
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
