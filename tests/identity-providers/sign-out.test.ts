import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Application, startApplication } from './application.ts'
import { PROVIDERS } from './providers.ts'

describe.each(PROVIDERS)('a sign-out with $name', ({ start, hasOfflineAccess }) => {
  let application: Application
  beforeAll(async () => {
    application = await startApplication(start, { logout: true })
  })
  afterAll(() => application?.stop())

  // proves OUT-1, OUT-2, OUT-7
  it('also signs out at the provider: the next sign-in asks for the password again', async () => {
    const browser = await application.signedIn()
    const end = await application.signOut(browser)
    const user = await application.userIn(browser)
    const { asked } = await application.signIn(browser)
    expect({ end, user, asksForPassword: asked.includes('password'), errors: application.errors }).toEqual({
      end: application.after,
      user: null,
      asksForPassword: true,
      errors: [],
    })
    expect(await application.userIn(browser)).toBe(application.provider.email)
  })

  // proves OUT-3
  it('keeps the session at the provider if the form requests it', async () => {
    const browser = await application.signedIn()
    expect(await application.signOut(browser, { provider: 'false' })).toBe(application.after)
    expect(await application.userIn(browser)).toBeNull()
    expect((await application.signIn(browser)).asked).not.toContain('password')
  })

  // proves OUT-1
  it('ends the session of the application, even if the user stays signed in at the provider', async () => {
    const browser = await application.signedIn()
    await application.startSignOut(browser)
    expect(await application.userIn(browser)).toBeNull()
    expect((await application.signIn(browser)).asked).not.toContain('password')
  })

  // proves OUT-5
  it(`leaves a refresh token ${hasOfflineAccess ? 'for offline access' : 'of no use'}`, async () => {
    const browser = await application.signedIn()
    await application.signOut(browser)
    expect(await application.isRefreshTokenValid()).toBe(hasOfflineAccess)
  })
})
