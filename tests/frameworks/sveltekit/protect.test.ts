import { openRaw, pathsWith, spellings } from '@latchkey/test-support/kit/spellings.ts'
import { createVisitors } from '@latchkey/test-support/kit/visitors.ts'
import { describe, expect, inject, it } from 'vitest'
import { ann, anonymous, open, requestData, site, submit, submitByScript } from './visitor.ts'

const SECRET = 'for members only'
const shop = inject('kitShop')
const inShop = createVisitors(shop, `${shop}/auth`)

const signInPage = (page: string, origin = site): string =>
  `${origin}/auth/signin?callbackUrl=${encodeURIComponent(page)}`

describe('a path that `protect` protects', () => {
  // proves AUTHN-14
  it('redirects signed-out visitors to the sign-in page and back', async () => {
    for (const [origin, path] of [
      [site, '/hidden/page?tab=1'],
      [shop, '/hidden/page?tab=1'],
      [site, '/hidden'],
      [site, '/lounge'],
      [shop, '/lounge'],
    ] as const) {
      const { status, headers } = await anonymous().get(`${origin}${path}`)
      expect({ status, location: headers.get('location') }).toEqual({
        status: 303,
        location: signInPage(`${origin}${path}`, origin),
      })
    }
  })

  // proves AUTHN-14
  it('is served to signed-in users and not cached', async () => {
    for (const [visitors, origin] of [
      [{ ann }, site],
      [inShop, shop],
    ] as const) {
      const response = await (await visitors.ann()).get(`${origin}/hidden/page`)
      expect({
        status: response.status,
        cacheControl: response.headers.get('cache-control'),
      }).toEqual({
        status: 200,
        cacheControl: 'private, no-store',
      })
      expect(await response.text()).toContain(SECRET)
    }
    const redirect = await open(await ann(), '/hidden/api')
    expect({
      status: redirect.status,
      cacheControl: redirect.headers.get('cache-control'),
    }).toEqual({
      status: 302,
      cacheControl: 'private, no-store',
    })
  })

  // proves AUTHN-14
  it.each([
    '/hidden/page',
    '/lounge',
    '/verborgen',
    '/hidden/page/__data.json',
    '/lounge/__data.json',
    '/verborgen/__data.json',
    '/topics/edit',
    '/themen/bearbeiten',
  ])('stays closed to signed-out visitors in any spelling: %s', async (path) => {
    for (const accept of ['text/html', 'application/json', '*/*']) {
      const responses = await openRaw(site, spellings(path, '/auth/signin'), {
        accept,
      })
      expect(pathsWith(SECRET, responses)).toEqual([])
    }
    const below = await openRaw(new URL(shop).origin, spellings(`/shop${path}`, '/shop/auth/signin'))
    expect(pathsWith(SECRET, below)).toEqual([])
  })

  it('opens to signed-in users in the spellings that SvelteKit knows', async () => {
    const browser = await ann()
    for (const path of ['/hidden/page', '/%68idden/p%61ge', '/verborgen', '/lounge'])
      expect(await (await open(browser, path)).text()).toContain(SECRET)
  })

  it('responds to a path that cannot be decoded with 400, and the server continues', async () => {
    const paths = ['/hidden/%ff', '/topics/%', '/%c0']
    const responses = await openRaw(site, paths)
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400])
    expect((await open(anonymous(), '/about')).status).toBe(200)
  })

  it('is redirected for the script of SvelteKit, which follows it', async () => {
    const { text } = await requestData(anonymous(), '/hidden/page')
    expect(JSON.parse(text)).toMatchObject({
      type: 'redirect',
      location: signInPage(`${site}/hidden/page`),
    })
    expect(await submitByScript(anonymous(), '/hidden/page?/change', {})).toMatchObject({
      type: 'redirect',
      location: signInPage(`${site}/hidden/page`),
    })
  })

  it('redirects forms to the page without the name of the action, and changes nothing', async () => {
    const { status, headers } = await submit(anonymous(), '/hidden/page?/change&tab=1', {})
    expect({ status, location: headers.get('location') }).toEqual({
      status: 303,
      location: signInPage(`${site}/hidden/page?tab=1`),
    })
  })

  it('returns 401 to other scripts', async () => {
    for (const method of ['GET', 'POST']) {
      const headers = { accept: 'application/json', origin: site }
      const response = await anonymous().send(`${site}/hidden/api`, {
        method,
        headers,
      })
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 401,
        body: { error: 'Please sign in.' },
      })
    }
  })

  it('redirects to `redirectTo`', async () => {
    const response = await anonymous().get(`${site}/hidden/page`, {
      'x-redirect-to': '/about',
    })
    expect(response.headers.get('location')).toBe('/about')
  })

  it('does not include other paths, endpoints, and the sign-in page of the application', async () => {
    for (const path of ['/hiddenness', '/about/hidden'])
      expect((await open(anonymous(), path)).status).toBe(404)
    const everything = { 'x-protect': '/' }
    const getStatus = async (path: string, headers = {}) =>
      (await anonymous().get(`${site}${path}`, { ...everything, ...headers })).status
    expect(await getStatus('/forms')).toBe(303)
    expect(await getStatus('/auth/signin')).toBe(200)
    expect(await getStatus('/auth/custom')).toBe(303)
    expect(await getStatus('/hidden/sign-in')).toBe(303)
    expect(await getStatus('/hidden/sign-in', { 'x-variant': 'hidden-sign-in' })).toBe(200)
    expect(
      await getStatus('/hidden/sign-in/__data.json', {
        'x-variant': 'hidden-sign-in',
      }),
    ).toBe(200)
  })

  it('can be the path of the remote functions, regardless of the calling page', async () => {
    const headers = {
      'x-protect': '/_app/remote',
      'x-sveltekit-pathname': '/about',
      referer: `${site}/about`,
    }
    const response = await anonymous().get(`${site}/_app/remote/hash/name`, headers)
    expect(await response.json()).toMatchObject({
      type: 'redirect',
      location: signInPage(`${site}/about`),
    })
    expect((await (await ann()).get(`${site}/_app/remote/hash/name`, headers)).status).toBe(404)
  })

  // proves P-IN-2
  it('shows an error page if the session cannot be read', async () => {
    expect((await open(await ann(), '/hidden/page', 'down')).status).toBe(500)
    expect((await open(anonymous(), '/hidden/page', 'broken')).status).toBe(500)
  })
})

describe('a function that decides about paths', () => {
  const editor = () => ann('editor@example.com')

  it('gets the path that SvelteKit routed', async () => {
    expect(await (await open(await editor(), '/topics/edit')).text()).toContain(SECRET)
    expect(await (await open(await editor(), '/themen/bearbeiten')).text()).toContain(SECRET)
    expect((await open(anonymous(), '/topics/n%65ws')).status).toBe(200)
    expect((await inShop.open(anonymous(), '/topics/news')).status).toBe(200)
  })

  it('denies what it does not know', async () => {
    for (const path of ['/topics', '/topics/other', '/topics/new%2Fs', '/topics/%256eews'])
      expect({ path, status: (await open(anonymous(), path)).status }).toEqual({
        path,
        status: 303,
      })
  })

  it('shows signed-in users without a permission an error page', async () => {
    for (const path of ['/topics/edit', '/topics/%65dit', '/topics/unknown', '/themen/bearbeiten'])
      expect({ path, status: (await open(await ann(), path)).status }).toEqual({
        path,
        status: 403,
      })
    expect(JSON.parse((await requestData(await ann(), '/topics/edit')).text)).toMatchObject({
      message: 'You do not have access to this page.',
    })
  })

  it('can respond itself', async () => {
    expect((await open(anonymous(), '/topics/response')).status).toBe(418)
  })
})
