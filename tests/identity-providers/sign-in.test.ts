import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Application, startApplication } from './application.ts'
import { PROVIDERS } from './providers.ts'

describe.each(PROVIDERS)('a sign-in at $name', ({ start }) => {
  let application: Application
  beforeAll(async () => {
    application = await startApplication(start)
  })
  afterAll(() => application?.stop())

  // proves §10.2 d, §10.2 f
  it('signs the user in', async () => {
    const browser = new Browser()
    const { asked } = await application.signIn(browser)
    const [first] = asked
    expect({ first, user: await application.userIn(browser), errors: application.errors }).toEqual({
      first: 'password',
      user: application.provider.email,
      errors: [],
    })
  })

  // Without it, the tests of the sign-out would prove nothing.
  it('asks for no password again while the session at the provider lasts', async () => {
    const browser = await application.signedIn()
    const { asked } = await application.signIn(browser)
    expect(asked).not.toContain('password')
    expect(await application.userIn(browser)).toBe(application.provider.email)
  })
})
