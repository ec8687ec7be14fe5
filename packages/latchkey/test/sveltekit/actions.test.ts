import { describe, expect, inject, it } from 'vitest'
import {
  ann,
  anonymous,
  dataOf,
  open,
  sessionOf,
  setBy,
  shownBy,
  site,
  submit,
  submitByScript,
} from './visitor.ts'

const right = { providerId: 'credentials', email: 'ann@example.com', password: 'right' }
const wrong = { ...right, password: 'wrong' }

describe('signIn as a form action, without JavaScript', () => {
  // proves C-3, EP-11, AMB-38, §18.2
  it('signs in and leads back to the page of the form', async () => {
    const browser = anonymous()
    const response = await submit(browser, '/signin', right)
    expect([response.status, response.headers.get('location')]).toEqual([303, `${site}/forms`])
    expect(setBy(response)).toEqual(['latchkey.session-token'])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect((await shownBy(await open(browser, '/')))[0]).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves C-3
  it('leads where `redirectTo` says, and nowhere foreign', async () => {
    const inside = await submit(anonymous(), '/signin', { ...right, redirectTo: '/members?a=1' })
    expect(inside.headers.get('location')).toBe(`${site}/members?a=1`)
    const outside = await submit(anonymous(), '/signin', { ...right, redirectTo: 'https://elsewhere.test/' })
    expect(outside.headers.get('location')).toBe(site)
  })

  // proves C-3, §18.2
  it('leads to the provider with the parameters of the form, and a cookie for the way back', async () => {
    const response = await submit(anonymous(), '/signin', {
      providerId: 'my-idp',
      'authorizationParams-prompt': 'login',
    })
    const target = new URL(response.headers.get('location') ?? '')
    expect([response.status, target.host, target.searchParams.get('prompt')]).toEqual([
      303,
      new URL(inject('kitIssuer')).host,
      'login',
    ])
    expect(target.searchParams.get('redirect_uri')).toBe(`${site}/auth/callback/my-idp`)
    expect(setBy(response)).toEqual([
      'latchkey.callback-url',
      expect.stringMatching(/^latchkey\.transaction\./),
    ])
  })

  // proves C-3, EP-9
  it('without a provider leads to the sign-in page, which leads back', async () => {
    for (const fields of [{ other: '' }, { providerId: '' }, { providerId: 'nobody' }] as Record<
      string,
      string
    >[]) {
      const response = await submit(anonymous(), '/signin', fields)
      const target = new URL(response.headers.get('location') ?? '')
      expect([target.origin + target.pathname, target.searchParams.get('callbackUrl')]).toEqual([
        `${site}/auth/signin`,
        `${site}/forms`,
      ])
      const page = await anonymous().get(target.href)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    }
  })

  // proves C-3, ST-7, AMB-34
  it('throws what failed: an action may tell it, else it is an error page', async () => {
    const browser = anonymous()
    const told = await submit(browser, '/forms?/enter', wrong)
    expect(told.status).toBe(400)
    expect((await shownBy(told)).at(-1)).toEqual({ type: 'CredentialsSignin', code: 'credentials' })
    expect((await submit(browser, '/signin', wrong)).status).toBe(500)
    expect(await sessionOf(browser)).toBeNull()
  })

  // proves C-3
  it('stays on the page with `redirect`, and gives the URL', async () => {
    const browser = anonymous()
    const response = await submit(browser, '/forms?/enter', {
      ...right,
      redirect: 'false',
      redirectTo: '/members',
    })
    const [layout, own, form] = await shownBy(response)
    expect([response.status, form]).toEqual([200, { url: `${site}/members` }])
    expect([layout, own]).toMatchObject([{ user: { name: 'Ann' } }, { user: { name: 'Ann' } }])
  })

  // proves C-3, C-4
  it('takes the place of a session that was about to be renewed', async () => {
    const browser = await ann()
    await submit(
      browser,
      '/forms?/race',
      { ...right, email: 'ben@example.com', redirect: 'false' },
      { 'x-variant': 'renewing' },
    )
    expect(await sessionOf(browser)).toMatchObject({ user: { email: 'ben@example.com' } })
  })

  // proves C-3
  it('says so when its form was read before, and how to read it', async () => {
    expect((await submit(anonymous(), '/forms?/read', right)).status).toBe(500)
    const browser = anonymous()
    await submit(browser, '/forms?/hand', { ...right, redirect: 'false' })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('signIn in a load function', () => {
  // proves C-3, §18.2
  it('leads to the provider, with a cookie for the way back, also where the script asks for data', async () => {
    const page = await open(anonymous(), '/direct')
    const target = new URL(page.headers.get('location') ?? '')
    expect([page.status, target.origin, target.searchParams.get('prompt')]).toEqual([
      303,
      inject('kitIssuer'),
      'login',
    ])
    const { text, response } = await dataOf(anonymous(), '/direct')
    expect([JSON.parse(text).type, new URL(JSON.parse(text).location).origin]).toEqual([
      'redirect',
      inject('kitIssuer'),
    ])
    for (const answer of [page, response])
      expect(setBy(answer)).toContainEqual(expect.stringMatching(/^latchkey\.transaction\./))
  })

  // proves C-3, EP-9, AUTHN-12
  it('leads to the sign-in page and back to the page that was asked for', async () => {
    const response = await open(anonymous(), '/ask?tab=1')
    const target = new URL(response.headers.get('location') ?? '')
    expect([response.status, target.pathname, target.searchParams.get('callbackUrl')]).toEqual([
      303,
      '/auth/signin',
      `${site}/ask?tab=1`,
    ])
    expect(await (await open(await ann(), '/ask')).text()).toContain('Come in')
  })

  // proves P-IN-5
  it('leads nobody whom a picture on another site sends there', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    const response = await anonymous().get(`${site}/direct`, headers)
    expect([response.status, setBy(response)]).toEqual([500, []])
  })
})

describe('an action that scripts call', () => {
  // proves C-3, EP-11
  it('signs in, and tells the script where to go', async () => {
    const browser = anonymous()
    const result = await submitByScript(browser, '/signin', { ...right, redirectTo: '/members' })
    expect(result).toMatchObject({ type: 'redirect', location: `${site}/members` })
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves C-3
  it('leads the script to the provider', async () => {
    const { type, location = '' } = await submitByScript(anonymous(), '/signin', { providerId: 'my-idp' })
    expect([type, new URL(location).host]).toEqual(['redirect', new URL(inject('kitIssuer')).host])
  })

  // proves C-3, EP-11
  it('signs out, and tells the script where to go', async () => {
    const browser = await ann()
    expect(await submitByScript(browser, '/signout', {})).toMatchObject({
      type: 'redirect',
      location: `${site}/forms`,
    })
    expect(await sessionOf(browser)).toBeNull()
  })
})

describe('signOut as a form action', () => {
  // proves C-3, EP-11
  it('ends the session and leads back, or where `redirectTo` says', async () => {
    const browser = await ann()
    const response = await submit(browser, '/signout', {})
    expect([response.status, response.headers.get('location')]).toEqual([303, `${site}/forms`])
    expect(await sessionOf(browser)).toBeNull()
    expect((await submit(await ann(), '/signout', { redirectTo: '/about' })).headers.get('location')).toBe(
      `${site}/about`,
    )
  })

  // proves C-3, C-4
  it('ends it although the same request would renew it', async () => {
    const browser = await ann()
    await submit(browser, '/forms?/leave', {}, { 'x-variant': 'renewing' })
    expect(browser.cookiesFor(site)).toBe('')
  })
})

describe.for([
  { said: 'by Origin', headers: { origin: 'https://elsewhere.test', 'sec-fetch-site': '' } },
  {
    said: 'by Sec-Fetch-Site',
    headers: { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' },
  },
])('a form of another site, $said', ({ headers }) => {
  const foreign = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
  const send = (path: string, fields: Record<string, string>, browser = anonymous()) =>
    browser.send(`${site}${path}`, {
      method: 'POST',
      headers: { accept: 'text/html', ...foreign },
      body: new URLSearchParams(fields),
    })

  // proves P-IN-5, P-CS-1
  it('is refused where the framework lets it pass, and changes nothing', async () => {
    for (const path of ['/signin', '/forms?/enter', '/auth/signin/my-idp', '/auth/callback/credentials']) {
      const response = await send(path, right)
      expect(
        setBy(response).filter((name) => name.includes('session') || name.includes('transaction')),
      ).toEqual([])
      expect(response.headers.get('location') ?? '').not.toContain(inject('kitIssuer'))
    }
    for (const path of ['/signout', '/forms?/leave', '/auth/signout']) {
      const browser = await ann()
      await send(path, {}, browser)
      expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
    }
  })
})

describe('update', () => {
  it('hands the data to the callbacks, and the page of the action shows what came of it', async () => {
    const browser = await ann()
    const [layout, , form] = await shownBy(await submit(browser, '/forms?/rename', { name: 'Anna' }))
    expect([layout, form]).toMatchObject([
      { user: { name: 'Anna' } },
      { renamed: { user: { name: 'Anna' } } },
    ])
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Anna', email: 'ann@example.com' } })
    const [, , nobody] = await shownBy(await submit(anonymous(), '/forms?/rename', { name: 'Anna' }))
    expect(nobody).toEqual({ renamed: null })
  })
})

describe('revokeSessions', () => {
  it('ends the sessions of a user in all browsers', async () => {
    const email = 'lost-phone@example.com'
    const [one, other] = [await ann(email), await ann(email)]
    await submit(one, '/forms?/revoke', { userId: email })
    expect([await sessionOf(one), await sessionOf(other)]).toEqual([null, null])
    expect(await sessionOf(await ann(email))).toMatchObject({ user: { email } })
  })
})

describe.for(['/signin', '/signout'])('%s with a configuration that cannot be used', (path) => {
  // proves P-IN-2
  it('is an error page, and leaves the session as it was', async () => {
    const browser = await ann()
    expect((await submit(browser, path, right, { 'x-variant': 'broken' })).status).toBe(500)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})
