import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { describe, expect, it } from 'vitest'
import { INTEGRATIONS } from '../gate/integrations.ts'
import { ANN, createMailSite, OTHER, RIGHT, signedInAs } from './site.ts'

describe.each(Object.entries(INTEGRATIONS))('`passwords.signUp` of %s', (_, serve) => {
  it('signs up with a code', async () => {
    const site = createMailSite()
    const browser = new Browser({ origin: ORIGIN, fetch: serve(site.app.config) })
    const signUp = async (fields: Record<string, string>) => {
      const response = await browser.post(`${ORIGIN}/sign-up?${new URLSearchParams(fields)}`)
      return response.json()
    }
    const fields = { email: ANN, password: RIGHT, callbackUrl: '/after' }
    expect(await signUp(fields)).toEqual({ url: `${ORIGIN}/auth/signup?sent=1` })
    expect(await signedInAs(browser)).toBeUndefined()
    expect(await signUp({ code: site.mail.code() })).toEqual({ url: `${ORIGIN}/after` })
    expect(await signedInAs(browser)).toBe(ANN)
  })

  it('signs up with a link in another browser', async () => {
    const site = createMailSite()
    const fetch = serve(site.app.config)
    const query = new URLSearchParams({ email: ANN, password: RIGHT })
    await new Browser({ origin: ORIGIN, fetch }).post(`${ORIGIN}/sign-up?${query}`)
    const owner = new Browser({ origin: ORIGIN, fetch })
    const link = new URL(site.mail.link()).searchParams
    await owner.post(
      `${ORIGIN}/sign-up?${new URLSearchParams({ ...Object.fromEntries(link), password: OTHER })}`,
    )
    expect(await signedInAs(owner)).toBe(ANN)
  })
})

it.each([
  { fields: { email: ANN, password: 'short' }, type: 'PasswordRejected' },
  { fields: { email: 'ann', password: RIGHT }, type: 'EmailSignInError' },
  { fields: { code: '12345678' }, type: 'Verification' },
  { fields: { email: ANN, token: 'f'.repeat(64), password: RIGHT }, type: 'Verification' },
])('`passwords.signUp` throws $type', async ({ fields, type }) => {
  const { auth } = createMailSite()
  await expect(auth.passwords.signUp(new Request(ORIGIN), fields as never)).rejects.toMatchObject({ type })
})
