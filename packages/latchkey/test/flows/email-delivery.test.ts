import type { EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { watched } from '../kit/adapter.ts'
import { BASE, ORIGIN } from '../kit/app.ts'
import { address, ask, mailTo, setting, useInbox } from '../kit/email.ts'

useInbox()

describe('the sending of a link', () => {
  // proves P-LG-3, §14 EmailSignInError
  it('leaves no row and no crash when the mail cannot be sent', async () => {
    const rows = new Set<string>()
    const adapter = watched(memory(), (method, [row]) => {
      const { token } = row as { token: string }
      if (method === 'createVerificationToken') rows.add(token)
      if (method === 'useVerificationToken') rows.delete(token)
    })
    const here = setting({}, { server: 'smtp://127.0.0.1:1' }, adapter)
    const { response, url } = await here.browser.follow(await ask(here, address()))
    expect(url).toBe(`${BASE}/signin?error=EmailSignInError`)
    expect(await response.text()).toContain('The mail could not be sent')
    const script = await here.browser.post(
      `${BASE}/signin/email`,
      { email: address() },
      { 'x-auth-return-redirect': '1' },
    )
    expect(await script.text()).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/)
    expect(rows.size).toBe(0)
    expect(here.app.errors).toEqual(['EmailSignInError', 'EmailSignInError'])
    expect(here.browser.cookies(ORIGIN).filter(({ name }) => name.includes('transaction'))).toEqual([])
  })

  // proves P-ML-4, §12.1 a
  it.each(['', 'foo', '"a@evil.com"@example.com', 'a@b@c', 'ann@example.com\r\nBcc: x@evil.test'])(
    'is not sent to %j',
    async (email) => {
      const here = setting()
      expect((await ask(here, email)).headers.get('location')).toBe(`${BASE}/signin?error=EmailSignInError`)
      expect(here.app.errors).toEqual(['EmailSignInError'])
    },
  )

  // proves §5.6, §8.4
  it('may be sent by the application itself, to addresses by its own rule', async () => {
    const sent: Parameters<NonNullable<EmailConfig['sendVerificationRequest']>>[0][] = []
    const options: Partial<EmailConfig> = {
      sendVerificationRequest: (request) => {
        sent.push(request)
      },
      normalizeIdentifier: (identifier) => {
        if (!identifier.endsWith('@corp.test')) throw new Error('not one of ours')
        return identifier.toLowerCase()
      },
      generateVerificationToken: () => 'abc123',
    }
    const here = setting({ theme: { brandColor: '#123456' } }, options)
    expect((await ask(here, 'ann@example.com')).headers.get('location')).toBe(
      `${BASE}/signin?error=EmailSignInError`,
    )
    await ask(here, 'Ann@corp.test')
    expect(sent).toEqual([
      expect.objectContaining({
        identifier: 'ann@corp.test',
        token: 'abc123',
        theme: { brandColor: '#123456', buttonText: '#fff' },
        texts: expect.objectContaining({ lang: 'en' }),
        expires: expect.any(Date),
      }),
    ])
    expect((await here.browser.get(sent[0]?.url ?? '')).headers.get('location')).toBe(`${ORIGIN}/after`)
  })
})

describe('the mail', () => {
  // proves P-ML-7, §12.1 d
  it('has a link in text and in HTML, and no more than is needed', async () => {
    const here = setting({ theme: { brandColor: '#aa3300' } })
    const email = address()
    await ask(here, email, '/a?b="c"&d=<e>')
    const { subject, text, html } = await mailTo(email)
    const [url = ''] = text.match(/https:\/\/\S+/) ?? []
    expect(subject).toBe('Sign in to app.test')
    expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
    expect(html).toContain('background:#aa3300')
    expect(html).not.toMatch(/<script|<img|<e>/)
    expect(html).not.toMatch(/>[^<]*app\.test/)
  })
})
