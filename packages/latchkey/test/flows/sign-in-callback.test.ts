import { describe, expect, it } from 'vitest'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { begin, session } from '../kit/oauth-callback.ts'

describe('what the signIn callback says', () => {
  const cases: [string, () => boolean | string, string, string[]][] = [
    ['false', () => false, `${BASE}/error?error=AccessDenied`, ['AccessDenied']],
    ['a path', () => '/first/this', `${ORIGIN}/first/this`, []],
    ['a foreign URL', () => 'https://evil.test/', ORIGIN, []],
    ['a script', () => 'javascript:alert(1)', ORIGIN, []],
    [
      'an object',
      () => ({ id: 1 }) as unknown as boolean,
      `${BASE}/error?error=AccessDenied`,
      ['AccessDenied'],
    ],
    ['nothing', () => undefined as unknown as boolean, `${BASE}/error?error=AccessDenied`, ['AccessDenied']],
    [
      'an error',
      () => {
        throw new Error('not on the list')
      },
      `${BASE}/error?error=AccessDenied`,
      ['AccessDenied'],
    ],
  ]
  // proves CB-17, ST-3, ST-4, ST-5, P-RD-2, P-SE-9, §11.1 a, §11.1 b, §11.1 c, §14 AccessDenied
  it.each(cases)('%s: nobody is let in', async (_, signIn, location, errors) => {
    const idp = createIdp()
    const app = createApp({ providers: [oidcFor(idp)], callbacks: { signIn } })
    const browser = new Browser(app)
    const response = await browser.get(idp.agree(await begin(browser)).href)
    expect(response.headers.get('location')).toBe(location)
    expect(await session(browser)).toBeNull()
    expect(app.errors).toEqual(errors)
  })

  // proves ST-4, ERR-13, P-LG-3, §11.1 b, §14 AccessDenied, §15 error
  it('an error: its message is in the log, and nowhere else', async () => {
    const idp = createIdp()
    const signIn = (): never => {
      throw new Error('Ann is on list X')
    }
    const app = createApp({ providers: [oidcFor(idp)], callbacks: { signIn } })
    const browser = new Browser(app)
    const { response } = await browser.follow(await browser.get(idp.agree(await begin(browser)).href))
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('list X')
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      message: 'Ann is on list X',
      cause: { err: { message: 'Ann is on list X' } },
    })
  })
})
