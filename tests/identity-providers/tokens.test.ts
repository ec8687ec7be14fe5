import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Application, startApplication } from './application.ts'
import { PROVIDERS } from './providers.ts'

/** Longer than the lifetime of each access token in these tests, in seconds. */
const HOUR = 3600

describe.each(PROVIDERS)('the tokens of $name', ({ start, wrongSecret, revokes }) => {
  let application: Application
  beforeAll(async () => {
    application = await startApplication(start)
  })
  afterAll(() => application?.stop())

  async function accessToken(browser: Browser, minValid: number): Promise<string> {
    const outcome = await application.tokens(browser, minValid)
    if ('error' in outcome) throw new Error(JSON.stringify(outcome))
    return outcome.value.accessToken
  }

  // proves TOK-2, TOK-5, TOK-11
  it('are refreshed, and refreshed again with what the provider returned', async () => {
    const browser = await application.signedIn()
    const first = await accessToken(browser, 0)
    const second = await accessToken(browser, HOUR)
    const third = await accessToken(browser, HOUR)
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await accessToken(browser, 0)).toBe(third)
    expect(await application.isAccessTokenValid(third)).toBe(true)
    expect(application.errors).toEqual([])
  })

  // proves TOK-6
  it('require a new sign-in when the provider rejects the refresh token', async () => {
    const browser = await application.signedIn()
    await application.replaceRefreshTokens('unknown')
    expect(await application.tokens(browser, HOUR)).toEqual({ error: 'TokensExpired', reason: 'revoked' })
    expect(await application.userIn(browser)).toBe(application.provider.email)
    await application.signIn(browser)
    expect(await application.isAccessTokenValid(await accessToken(browser, HOUR))).toBe(true)
  })

  // proves TOK-6
  it('are not refreshed with a wrong client secret', async () => {
    const browser = await application.signedIn()
    const outcome = await application.withWrongSecret(() => application.tokens(browser, HOUR))
    expect(outcome).toMatchObject({ error: wrongSecret })
    expect(await application.userIn(browser)).toBe(application.provider.email)
  })

  // The last one: the next sign-in would not be linked to the user.
  // proves OUT-5
  it(`${revokes ? 'are revoked' : 'stay valid'} when the account is removed`, async () => {
    const browser = await application.signedIn()
    const known = application.errors.length
    expect(await application.unlink(browser)).toEqual({ value: true })
    expect({
      isValid: await application.isRefreshTokenValid(),
      errors: application.errors.slice(known),
    }).toEqual({
      isValid: !revokes,
      errors: [],
    })
  })
})
