import { testProviderSignOut } from '@latchkey/test-support/kit/provider-sign-out.ts'
import { describe, expect, inject, it } from 'vitest'
import { type Forms, testEndings, testForms } from '../shared/actions.ts'
import { setBy } from '../shared/visitors.ts'
import {
  ada,
  ann,
  anonymous,
  open,
  readSession,
  requestData,
  shownBy,
  site,
  submit,
  submitByScript,
  visitors,
} from './visitor.ts'

const signInFields = { providerId: 'credentials', email: 'ann@example.com', password: 'right' }
const wrongPassword = { ...signInFields, password: 'wrong' }

/** The field that names the provider has the name that Auth.js gives it. */
const forms: Forms = {
  signIn: (browser, { provider, ...fields } = {}, headers) =>
    submit(
      browser,
      '/signin',
      { ...(provider !== undefined && { providerId: provider }), ...fields },
      headers,
    ),
  signOut: (browser, fields = {}, headers) => submit(browser, '/signout', fields, headers),
}

testForms(visitors, forms)
testEndings(visitors, {
  revoke: (browser, email) => submit(browser, '/forms?/revoke', { userId: email }),
  removeAccess: (browser, email) => submit(browser, '/forms?/removeAccess', { userId: email }),
  others: [
    {
      place: 'an action',
      run: (browser, email) => submit(browser, '/forms?/endOthers', { userId: email }),
    },
    { place: 'a load function', run: (browser, email) => open(browser, `/revoking?user=${email}`) },
  ],
  tooLate: { path: (email) => `/revoking?late&user=${email}`, text: 'where cookies cannot be set' },
})

describe('signIn as a form action, without JavaScript', () => {
  // proves C-3
  it('sets only the cookie of the session', async () => {
    const browser = anonymous()
    expect(setBy(await submit(browser, '/signin', signInFields))).toEqual(['latchkey.session-token'])
    expect((await shownBy(await open(browser, '/')))[0]).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves C-3, §18.2
  it('redirects to the provider with the parameters of the form, and sets cookies', async () => {
    const response = await submit(anonymous(), '/signin', {
      providerId: 'my-idp',
      'authorizationParams-prompt': 'login',
    })
    const target = new URL(response.headers.get('location') ?? '')
    expect({
      status: response.status,
      host: target.host,
      prompt: target.searchParams.get('prompt'),
    }).toEqual({ status: 303, host: new URL(inject('kitIssuer')).host, prompt: 'login' })
    expect(target.searchParams.get('redirect_uri')).toBe(`${site}/auth/callback/my-idp`)
    expect(setBy(response)).toEqual([
      'latchkey.callback-url',
      expect.stringMatching(/^latchkey\.transaction\./),
    ])
  })

  // proves AUD-S4, P-OA-6
  it('ignores a scope in a form field, but accepts one from server code', async () => {
    const scopeIn = ({ headers }: Response): string | null =>
      new URL(headers.get('location') ?? '').searchParams.get('scope')
    const fields = { providerId: 'my-idp', 'authorizationParams-scope': 'openid admin' }
    expect(scopeIn(await submit(anonymous(), '/signin', fields))).toBe('openid profile email')
    expect(scopeIn(await open(anonymous(), '/direct'))).toBe('openid offline_access')
  })

  // proves C-3, ST-7, AMB-34
  it('throws an AuthError, which an action can handle; otherwise it leads to the error page', async () => {
    const browser = anonymous()
    const handled = await submit(browser, '/forms?/signIn', wrongPassword)
    expect(handled.status).toBe(400)
    expect((await shownBy(handled)).at(-1)).toEqual({ type: 'CredentialsSignin', code: 'credentials' })
    expect((await submit(browser, '/signin', wrongPassword)).status).toBe(500)
    expect(await readSession(browser)).toBeNull()
  })

  // proves C-3
  it('stays on the page with `redirect: false` and returns the URL', async () => {
    const browser = anonymous()
    const response = await submit(browser, '/forms?/signIn', {
      ...signInFields,
      redirect: 'false',
      redirectTo: '/members',
    })
    const [layout, page, form] = await shownBy(response)
    expect({ status: response.status, form }).toEqual({ status: 200, form: { url: `${site}/members` } })
    expect({ layout, page }).toMatchObject({
      layout: { user: { name: 'Ann' } },
      page: { user: { name: 'Ann' } },
    })
  })

  // proves C-3, C-4
  it('replaces a session that the same request renews', async () => {
    const browser = await ann()
    await submit(
      browser,
      '/forms?/race',
      { ...signInFields, email: 'ben@example.com', redirect: 'false' },
      { 'x-variant': 'renewing' },
    )
    expect(await readSession(browser)).toMatchObject({ user: { email: 'ben@example.com' } })
  })

  // proves C-3
  it('fails if the action has read the form, unless the action passes the form', async () => {
    expect((await submit(anonymous(), '/forms?/readForm', signInFields)).status).toBe(500)
    const browser = anonymous()
    await submit(browser, '/forms?/passForm', { ...signInFields, redirect: 'false' })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('signIn with fields of server code', () => {
  // proves DROP-2
  it('sends booleans and numbers as text', async () => {
    const browser = anonymous()
    expect((await submit(browser, '/forms?/typed', {})).status).toBe(303)
    expect((await readSession(browser))?.user).toMatchObject({ image: '{"remember":"true","otp":"123456"}' })
  })

  // proves DROP-2
  it('rejects an object instead of a password', async () => {
    const browser = anonymous()
    expect((await submit(browser, '/forms?/object', {})).status).toBe(500)
    expect(await readSession(browser)).toBeNull()
  })
})

describe('signIn that fails for a reason that the user cannot change', () => {
  const unreachable = { 'x-variant': 'unreachable' }
  const page = new RegExp(`^${site}/auth/error\\?error=ServiceUnavailable&reference=[0-9a-f]{8}$`)

  // proves DROP-14
  it('leads to the error page, even for an action without `try`', async () => {
    for (const path of ['/signin', '/forms?/signIn']) {
      const response = await submit(anonymous(), path, { providerId: 'unreachable' }, unreachable)
      expect({ status: response.status, location: response.headers.get('location') }).toEqual({
        status: 303,
        location: expect.stringMatching(page),
      })
    }
  })

  // proves DROP-14
  it('returns the URL of the error page with `redirect: false`', async () => {
    const fields = { providerId: 'unreachable', redirect: 'false' }
    const response = await submit(anonymous(), '/forms?/signIn', fields, unreachable)
    expect((await shownBy(response)).at(-1)).toEqual({ url: expect.stringMatching(page) })
  })
})

describe('signIn in a load function', () => {
  // proves C-3, §18.2
  it('redirects to the provider and sets cookies, for pages and data requests', async () => {
    const page = await open(anonymous(), '/direct')
    const target = new URL(page.headers.get('location') ?? '')
    expect({
      status: page.status,
      origin: target.origin,
      prompt: target.searchParams.get('prompt'),
    }).toEqual({ status: 303, origin: inject('kitIssuer'), prompt: 'login' })
    const { text, response: data } = await requestData(anonymous(), '/direct')
    expect({
      type: JSON.parse(text).type,
      origin: new URL(JSON.parse(text).location).origin,
    }).toEqual({ type: 'redirect', origin: inject('kitIssuer') })
    for (const response of [page, data])
      expect(setBy(response)).toContainEqual(expect.stringMatching(/^latchkey\.transaction\./))
  })

  // proves C-3, EP-9, AUTHN-12
  it('redirects to the sign-in page, with the requested page as the callback URL', async () => {
    const response = await open(anonymous(), '/protected?tab=1')
    const target = new URL(response.headers.get('location') ?? '')
    expect({
      status: response.status,
      pathname: target.pathname,
      callbackUrl: target.searchParams.get('callbackUrl'),
    }).toEqual({ status: 303, pathname: '/auth/signin', callbackUrl: `${site}/protected?tab=1` })
    expect(await (await open(await ann(), '/protected')).text()).toContain('Protected page')
  })

  // proves P-IN-5
  it('rejects a cross-site request for an image', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    const response = await anonymous().get(`${site}/direct`, headers)
    expect({ status: response.status, cookies: setBy(response) }).toEqual({ status: 500, cookies: [] })
  })
})

describe('an action that a script calls', () => {
  // proves C-3, EP-11
  it('signs in and returns the redirect as JSON', async () => {
    const browser = anonymous()
    const result = await submitByScript(browser, '/signin', { ...signInFields, redirectTo: '/members' })
    expect(result).toMatchObject({ type: 'redirect', location: `${site}/members` })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves C-3
  it('returns the redirect to the provider as JSON', async () => {
    const { type, location = '' } = await submitByScript(anonymous(), '/signin', { providerId: 'my-idp' })
    expect({ type, host: new URL(location).host }).toEqual({
      type: 'redirect',
      host: new URL(inject('kitIssuer')).host,
    })
  })

  // proves C-3, EP-11
  it('signs out and returns the redirect as JSON', async () => {
    const browser = await ann()
    expect(await submitByScript(browser, '/signout', {})).toMatchObject({
      type: 'redirect',
      location: `${site}/forms`,
    })
    expect(await readSession(browser)).toBeNull()
  })
})

describe('signOut as a form action', () => {
  // proves C-3, C-4
  it('ends the session even if the same request renews it', async () => {
    const browser = await ann()
    await submit(browser, '/forms?/signOut', {}, { 'x-variant': 'renewing' })
    expect(browser.cookiesFor(site)).toBe('')
  })
})

// proves OUT-1, OUT-2, OUT-3
it('signOut after a provider sign-in redirects there and back, as its field requires', () =>
  testProviderSignOut({
    origin: site,
    base: `${site}/auth`,
    provider: 'my-idp',
    headers: { 'x-variant': 'tokens' },
    ada: () => ada('my-idp', 'tokens'),
    async signOut(browser, { provider }) {
      const fields = { redirectTo: '/bye', ...(provider !== undefined && { provider: String(provider) }) }
      const response = await submit(browser, '/signout', fields, { 'x-variant': 'tokens' })
      expect(response.status).toBe(303)
      return response.headers.get('location') ?? ''
    },
  }))

describe.for([
  { header: 'Origin', headers: { origin: 'https://elsewhere.test', 'sec-fetch-site': '' } },
  {
    header: 'Sec-Fetch-Site',
    headers: { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' },
  },
])('a cross-site form, according to $header', ({ headers }) => {
  const crossSite = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
  const send = (path: string, fields: Record<string, string>, browser = anonymous()) =>
    browser.send(`${site}${path}`, {
      method: 'POST',
      headers: { accept: 'text/html', ...crossSite },
      body: new URLSearchParams(fields),
    })

  // proves P-IN-5, P-CS-1
  it('is rejected even if SvelteKit accepts it, and changes nothing', async () => {
    for (const path of ['/signin', '/forms?/signIn', '/auth/signin/my-idp', '/auth/callback/credentials']) {
      const response = await send(path, signInFields)
      expect(
        setBy(response).filter((name) => name.includes('session') || name.includes('transaction')),
      ).toEqual([])
      expect(response.headers.get('location') ?? '').not.toContain(inject('kitIssuer'))
    }
    for (const path of ['/signout', '/forms?/signOut', '/auth/signout']) {
      const browser = await ann()
      await send(path, {}, browser)
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    }
  })
})

describe('update', () => {
  it('passes the data to the callbacks, and the page of the action shows the new session', async () => {
    const browser = await ann()
    const [layout, , form] = await shownBy(await submit(browser, '/forms?/rename', { name: 'Anna' }))
    expect({ layout, form }).toMatchObject({
      layout: { user: { name: 'Anna' } },
      form: { renamed: { user: { name: 'Anna' } } },
    })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Anna', email: 'ann@example.com' } })
    const [, , signedOut] = await shownBy(await submit(anonymous(), '/forms?/rename', { name: 'Anna' }))
    expect(signedOut).toEqual({ renamed: null })
  })
})

describe('an invalid configuration', () => {
  // proves P-IN-2
  it('makes `signOut` fail and keeps the session', async () => {
    const browser = await ann()
    expect((await submit(browser, '/signout', {}, { 'x-variant': 'broken' })).status).toBe(500)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-IN-2, DROP-14
  it('makes `signIn` lead to the error page and keeps the session', async () => {
    const browser = await ann()
    const response = await submit(browser, '/signin', signInFields, { 'x-variant': 'broken' })
    const page = response.headers.get('location') ?? ''
    expect(page).toMatch(/\/auth\/error\?error=Configuration&reference=/)
    expect((await anonymous().get(page, { 'x-variant': 'broken' })).status).toBe(500)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})
