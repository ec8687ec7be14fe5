import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { mailTo, newAddress, requestLink, setUp, useInbox } from '@latchkey/test-support/kit/email.ts'
import type { EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

useInbox()

describe('sending an e-mail link', () => {
  // proves P-LG-3, §14 EmailSignInError
  it('removes the token and shows an error when the mail cannot be sent', async () => {
    const rows = new Set<string>()
    const adapter = watched(memory(), (method, [row]) => {
      const { token } = row as { token: string }
      if (method === 'createVerificationToken') rows.add(token)
      if (method === 'useVerificationToken') rows.delete(token)
    })
    const sendVerificationRequest = (): never => {
      throw new Error('the service at 127.0.0.1 refused the address')
    }
    const setup = setUp({}, { sendVerificationRequest }, adapter)
    const { response, url } = await setup.browser.follow(await requestLink(setup, newAddress()))
    expect(url).toMatch(/\/auth\/signin\?error=EmailSignInError&reference=[0-9a-f]{8}$/)
    expect(await response.text()).toContain('The e-mail could not be sent')
    const script = await setup.browser.post(
      `${BASE}/signin/email`,
      { email: newAddress() },
      { 'x-auth-return-redirect': '1' },
    )
    expect(await script.text()).not.toMatch(/refused the address|127\.0\.0\.1/)
    expect(rows.size).toBe(0)
    expect(setup.app.errors).toEqual(['EmailSignInError', 'EmailSignInError'])
    expect(setup.browser.cookies(ORIGIN).filter(({ name }) => name.includes('transaction'))).toEqual([])
  })

  // proves P-ML-4, §12.1 a
  it.each(['', 'foo', '"a@evil.com"@example.com', 'a@b@c', 'ann@example.com\r\nBcc: x@evil.test'])(
    'rejects the address %j',
    async (email) => {
      const setup = setUp()
      expect((await requestLink(setup, email)).headers.get('location')).toBe(
        `${BASE}/signin?error=EmailSignInError`,
      )
      expect(setup.app.errors).toEqual(['EmailSignInError'])
    },
  )

  // proves §5.6, §8.4
  it('uses the functions of the provider options for the address, the token and the mail', async () => {
    const sent: Parameters<NonNullable<EmailConfig['sendVerificationRequest']>>[0][] = []
    const options: Partial<EmailConfig> = {
      sendVerificationRequest: (request) => {
        sent.push(request)
      },
      normalizeIdentifier: (identifier) => {
        if (!identifier.endsWith('@corp.test')) throw new Error('not an address of the company')
        return identifier.toLowerCase()
      },
      generateVerificationToken: () => 'abc123',
    }
    const setup = setUp({ theme: { brandColor: '#123456' } }, options)
    expect((await requestLink(setup, 'ann@example.com')).headers.get('location')).toBe(
      `${BASE}/signin?error=EmailSignInError`,
    )
    await requestLink(setup, 'Ann@corp.test')
    expect(sent).toEqual([
      expect.objectContaining({
        identifier: 'ann@corp.test',
        token: 'abc123',
        theme: { brandColor: '#123456', buttonText: '#fff' },
        texts: expect.objectContaining({ lang: 'en' }),
        expires: expect.any(Date),
      }),
    ])
    expect((await setup.browser.get(sent[0]?.url ?? '')).headers.get('location')).toBe(`${ORIGIN}/after`)
  })
})

describe('the mail with a sign-in link', () => {
  // proves P-ML-7, §12.1 d
  it('contains the link as text and as HTML, without scripts or images', async () => {
    const setup = setUp({ theme: { brandColor: '#aa3300' } })
    const email = newAddress()
    await requestLink(setup, email, '/a?b="c"&d=<e>')
    const { subject, text, html } = await mailTo(email)
    const [url = ''] = text.match(/https:\/\/\S+/) ?? []
    expect(subject).toBe('Sign in to app.test')
    expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
    expect(html).toContain('background:#aa3300')
    expect(html).not.toMatch(/<script|<img|<e>/)
    expect(html).not.toMatch(/>[^<]*app\.test/)
  })
})
