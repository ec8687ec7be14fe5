import { decode } from 'latchkey/jwt'
import { getSession, Latchkey, type LatchkeyConfig } from 'latchkey/solid-start'
import { describe, expect, it } from 'vitest'
import { deepFreeze, passwordProvider, SECRET } from '../kit/app.ts'
import { ann, anonymous, open, sessionOf, site } from './visitor.ts'

describe('Latchkey', () => {
  // proves B-1, GEN-8
  it('takes a configuration and gives GET and POST, and more', () => {
    const { GET, POST, ...more } = Latchkey({ providers: [] })
    expect([GET, POST]).toEqual([expect.any(Function), expect.any(Function)])
    expect(Object.keys(more).sort()).toEqual([
      'auth',
      'middleware',
      'revokeSessions',
      'signIn',
      'signOut',
      'update',
    ])
  })

  it('says so when `auth` is called where there is no request', async () => {
    await expect(Latchkey({ providers: [] }).auth()).rejects.toThrow(
      "in a function that starts with 'use server'",
    )
  })
})

describe('the handlers', () => {
  // proves B-2, CFG-44, VER-6, §18.1
  it('answer below /api/auth unless configured', async () => {
    expect(await sessionOf(await ann())).toMatchObject({ user: { name: 'Ann' } })
    expect(await sessionOf(anonymous())).toBeNull()
    expect((await open(anonymous(), '/auth/session')).status).toBe(404)
  })

  // proves B-2, §18.1
  it('answer nothing to a path that is not theirs', async () => {
    expect(await (await open(anonymous(), '/api/foreign')).json()).toEqual({
      get: 'undefined',
      post: 'undefined',
    })
  })

  it('answer HEAD like GET, and know what is not there', async () => {
    const head = await anonymous().send(`${site}/api/auth/session`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const method of ['GET', 'POST']) {
      expect((await anonymous().send(`${site}/api/auth/nothing`, { method })).status).toBe(404)
    }
  })

  // proves CFG-44, AMB-1
  it('answer below `prefix`, and name it in what they make', async () => {
    const providers = await (await open(anonymous(), '/doors/providers')).json()
    expect(providers['my-idp'].callbackUrl).toBe(`${site}/doors/callback/my-idp`)
  })

  // proves ENV-11
  it('seal with AUTH_SECRET', async () => {
    const browser = await ann()
    const [{ name, value } = { name: '', value: '' }] = browser.cookies(site)
    expect(await decode({ token: value, secret: SECRET, salt: name })).toMatchObject({ name: 'Ann' })
  })

  // proves P-CS-1
  it('refuse a form of another site', async () => {
    const browser = await ann()
    await browser.post(
      `${site}/api/auth/signout`,
      {},
      { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' },
    )
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('the path of the doors', () => {
  // proves AMB-1, CFG-44, AMB-42, §20 Q-11
  it.each([
    { basePath: undefined, prefix: undefined, path: '/api/auth', warnings: [] },
    { basePath: undefined, prefix: '/doors', path: '/doors', warnings: [] },
    { basePath: '/gates', prefix: undefined, path: '/gates', warnings: [] },
    { basePath: '/doors', prefix: '/doors/', path: '/doors', warnings: [] },
    { basePath: '/gates', prefix: '/doors', path: '/gates', warnings: ['prefix-redundant'] },
  ])('is $path with basePath $basePath and prefix $prefix', async ({ basePath, prefix, path, warnings }) => {
    const warned: string[] = []
    const config = configure({ basePath, prefix, logger: { warn: (code) => void warned.push(code) } })
    const { GET } = Latchkey(config)
    for (const candidate of ['/api/auth', '/doors', '/gates']) {
      const response = await GET({ request: new Request(`https://app.test${candidate}/session`) })
      expect(response?.status).toBe(candidate === path ? 200 : undefined)
    }
    expect(await getSession(new Request('https://app.test/'), config)).toBeNull()
    expect(warned).toEqual(warnings)
  })
})

describe('the type of the configuration', () => {
  // proves B-1, CFG-44, CFG-45
  it('has `prefix` and `raw`, and takes no function', () => {
    const config: LatchkeyConfig = { providers: [], prefix: '/doors', raw: undefined }
    // @ts-expect-error a function is for Next.js
    const lazy: Parameters<typeof Latchkey>[0] = () => config
    // @ts-expect-error `getSession` has no other way to answer
    const options: Parameters<typeof getSession>[1] = { providers: [], raw: Symbol() }
    expect([typeof lazy, typeof options]).toEqual(['function', 'object'])
  })
})

function configure(config: Partial<LatchkeyConfig>): LatchkeyConfig {
  return deepFreeze({ secret: SECRET, trustHost: true, providers: [passwordProvider], ...config })
}
