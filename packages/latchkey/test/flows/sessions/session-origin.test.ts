import { type App, BASE, createApp, ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { AuthConfig } from 'latchkey'
import { decode, encode } from 'latchkey/jwt'
import { describe, expect, it } from 'vitest'

const NAME = '__Secure-latchkey.session-token'
const PREVIEW = 'https://preview.test'

const deploy = (baseUrl: string | undefined, config: Partial<AuthConfig> = {}): App =>
  createApp({ baseUrl, ...config })

/** Returns the session token of a user who signed in at another deployment with the same secret. */
async function tokenFrom(app: App, origin: string): Promise<string> {
  const browser = new Browser({ ...app, origin })
  await browser.post(`${origin}/auth/callback/credentials`, { email: 'ann@example.com', password: 'right' })
  return browser.cookies(origin).find(({ name }) => name === NAME)?.value ?? ''
}

function browserWith(app: App, token: string): Browser {
  const browser = new Browser(app)
  browser.plant(ORIGIN, NAME, token)
  return browser
}

const readClaims = (token: string) => decode({ token, secret: SECRET, salt: NAME })

async function hasSession(app: App, token: string): Promise<boolean> {
  return (await readSession(browserWith(app, token))) !== null
}

describe('a session token of another deployment with the same secret', () => {
  // proves AUD-F16, P-JW-2
  it.each([
    { preview: PREVIEW, how: 'that has an origin of its own' },
    { preview: undefined, how: 'that has none and is reached at its own address' },
  ])('$how is rejected where the origin is pinned', async ({ preview }) => {
    const token = await tokenFrom(deploy(preview), PREVIEW)
    const app = deploy(ORIGIN)
    const browser = browserWith(app, token)
    const response = await browser.get(`${BASE}/session`)
    expect({ body: await response.json(), cookies: response.headers.getSetCookie() }).toEqual({
      body: null,
      cookies: [expect.stringContaining('Max-Age=0')],
    })
    expect(app.errors).toEqual(['JWTSessionError'])
    expect(JSON.stringify(app.log)).not.toContain(token)
  })

  // proves AUD-F16
  it('is accepted where no origin is pinned', async () => {
    expect(await hasSession(deploy(undefined), await tokenFrom(deploy(PREVIEW), PREVIEW))).toBe(true)
  })

  // proves AUD-F16
  it('is accepted where its cookie has a domain, which several origins share', async () => {
    const cookies = { sessionToken: { options: { domain: 'app.test' } } }
    const token = await tokenFrom(deploy('https://admin.app.test', { cookies }), 'https://admin.app.test')
    expect(await hasSession(deploy(ORIGIN, { cookies }), token)).toBe(true)
    expect(await hasSession(deploy(ORIGIN), token)).toBe(true)
  })
})

describe('a session token', () => {
  // proves AUD-F16
  it('names the origin that it was issued for, and keeps it when it is renewed', async () => {
    const app = deploy(`${ORIGIN}/auth`, { session: { updateAge: 0 } })
    const browser = await signedIn(app)
    const audience = async () =>
      (await readClaims(browser.cookies(ORIGIN).find(({ name }) => name === NAME)?.value ?? ''))?.aud
    expect(await audience()).toBe(`latchkey:${ORIGIN}`)
    expect((await browser.get(`${BASE}/session`)).headers.getSetCookie()).toHaveLength(1)
    expect(await audience()).toBe(`latchkey:${ORIGIN}`)
    expect(await readSession(browser)).not.toBeNull()
  })

  // proves AUD-F16
  it('is not renewed on every read because of its origin', async () => {
    const app = deploy(ORIGIN, { callbacks: { jwt: ({ token }) => token } })
    const response = await (await signedIn(app)).get(`${BASE}/session`)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  // proves AUD-F16
  it('without `aud`, from an older version or Auth.js, is accepted and gets it at the next renewal', async () => {
    const token = await encode({ token: { sub: 'ann', name: 'Ann' }, secret: SECRET, salt: NAME })
    const browser = browserWith(deploy(ORIGIN, { session: { updateAge: 0 } }), token)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    const [renewed] = browser.cookies(ORIGIN)
    expect(await readClaims(renewed?.value ?? '')).toMatchObject({ aud: `latchkey:${ORIGIN}` })
  })

  // proves AUD-F16
  it.each(['api', 'https://api.test', ['a', 'b']])('keeps the `aud` %j of the application', async (aud) => {
    const callbacks: AuthConfig['callbacks'] = {
      jwt: ({ token, user }) => (user ? { ...token, aud } : token),
    }
    const app = deploy(ORIGIN, { callbacks, session: { updateAge: 0 } })
    const browser = await signedIn(app)
    expect(await readSession(browser)).not.toBeNull()
    expect(await readSession(browser)).not.toBeNull()
    const [cookie] = browser.cookies(ORIGIN).filter(({ name }) => name === NAME)
    expect((await readClaims(cookie?.value ?? ''))?.aud).toEqual(aud)
  })

  // proves AUD-F16, AUD-F12
  it('keeps its origin when an update carries another one', async () => {
    const app = deploy(ORIGIN, {
      callbacks: { jwt: ({ token, session }) => ({ ...token, ...session }) },
    })
    const browser = await signedIn(app)
    await browser.send(`${BASE}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ data: { aud: `latchkey:${PREVIEW}` } }),
    })
    const [cookie] = browser.cookies(ORIGIN).filter(({ name }) => name === NAME)
    expect((await readClaims(cookie?.value ?? ''))?.aud).toBe(`latchkey:${ORIGIN}`)
  })

  // proves AUD-F16
  it('in the format of the application gets no `aud`', async () => {
    const seen: unknown[] = []
    const jwt: AuthConfig['jwt'] = {
      encode: ({ token }) => {
        seen.push(token?.aud)
        return Buffer.from(JSON.stringify(token)).toString('base64url')
      },
      decode: ({ token = '' }) => JSON.parse(Buffer.from(token, 'base64url').toString()),
    }
    const browser = await signedIn(deploy(PREVIEW, { jwt }))
    expect(seen).toEqual([undefined])
    expect(await readSession(moveTo(deploy(ORIGIN, { jwt }), browser))).not.toBeNull()
  })
})
