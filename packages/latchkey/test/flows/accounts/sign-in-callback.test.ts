import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { startSignIn } from '@latchkey/test-support/kit/oauth-callback.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { describe, expect, it } from 'vitest'

describe('the signIn callback', () => {
  const denied = { location: `${BASE}/error?error=AccessDenied`, errors: ['AccessDenied'] }
  const cases: { does: string; signIn: () => boolean | string; location: string; errors: string[] }[] = [
    { does: 'returns false', signIn: () => false, ...denied },
    { does: 'returns a path', signIn: () => '/first/this', location: `${ORIGIN}/first/this`, errors: [] },
    {
      does: 'returns a URL of another origin',
      signIn: () => 'https://evil.test/',
      location: ORIGIN,
      errors: [],
    },
    {
      does: 'returns a javascript: URL',
      signIn: () => 'javascript:alert(1)',
      location: ORIGIN,
      errors: [],
    },
    { does: 'returns an object', signIn: () => ({ id: 1 }) as unknown as boolean, ...denied },
    { does: 'returns undefined', signIn: () => undefined as unknown as boolean, ...denied },
    {
      does: 'throws',
      signIn: () => {
        throw new Error('not on the list')
      },
      ...denied,
    },
  ]
  // proves CB-17, ST-3, ST-4, ST-5, P-RD-2, P-SE-9, §11.1 a, §11.1 b, §11.1 c, §14 AccessDenied
  it.each(cases)('stops the sign-in when it $does', async ({ signIn, location, errors }) => {
    const idp = createIdp()
    const app = createApp({ providers: [oidcFor(idp)], callbacks: { signIn } })
    const browser = new Browser(app)
    const response = await browser.get(idp.agree(await startSignIn(browser)).href)
    expect(response.headers.get('location')).toBe(location)
    expect(await readSession(browser)).toBeNull()
    expect(app.errors).toEqual(errors)
  })

  // proves ST-4, ERR-13, P-LG-3, §11.1 b, §14 AccessDenied, §15 error
  it('logs the message of its error, and does not show it to the user', async () => {
    const idp = createIdp()
    const signIn = (): never => {
      throw new Error('Ann is on list X')
    }
    const app = createApp({ providers: [oidcFor(idp)], callbacks: { signIn } })
    const browser = new Browser(app)
    const { response } = await browser.follow(await browser.get(idp.agree(await startSignIn(browser)).href))
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('list X')
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      message: 'Ann is on list X',
      cause: { err: { message: 'Ann is on list X' } },
    })
  })
})
