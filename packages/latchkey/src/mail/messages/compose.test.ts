import { describe, expect, it } from 'vitest'
import { english } from '../../pages/texts.ts'
import type { Theme } from '../../types/pages.ts'
import type { Texts } from '../../types/texts.ts'
import { composeMail } from './compose.tsx'
import type { Mail } from './mail.ts'

const HOST = 'app.example.test'
const NOW = Date.UTC(2026, 0, 2, 3, 4)
const CODE = '48213796'
const url = `https://${HOST}/auth/x?token=abc`
const expires = new Date(NOW + 600_000)

const MAILS: readonly Mail[] = [
  { type: 'signIn', url },
  { type: 'signIn', code: CODE, expires },
  { type: 'signIn', url, code: CODE, expires },
  { type: 'signUp', url, code: CODE, expires },
  { type: 'verifyAddress', url, code: CODE },
  { type: 'changeAddress', url, code: CODE },
  { type: 'changeAddress', code: CODE },
  { type: 'confirmChange', url, code: CODE, address: 'new@example.com' },
  { type: 'accountExists', signInUrl: url, resetUrl: `${url}&reset` },
  { type: 'reset', url, expires: new Date(NOW + 3_600_000 * 2) },
  { type: 'noAccount', signUpUrl: url },
  { type: 'noAccount' },
  { type: 'addressInUse' },
  { type: 'notice', notice: 'accountLinked', at: new Date(NOW), provider: 'GitHub', device: 'Chrome, Linux' },
  { type: 'notice', notice: 'recoveryCodeUsed', at: new Date(NOW), codesLeft: 3, signInUrl: url },
  { type: 'notice', notice: 'passwordSet', at: new Date(NOW), resetUrl: url },
]

function compose(mail: Mail, theme: Theme = {}, texts: Texts = english): ReturnType<typeof composeMail> {
  return composeMail(mail, { host: HOST, theme, texts, now: NOW })
}

/** The text of a document and its links, without invisible characters. */
function readHtml(html: string): { readonly texts: string[]; readonly links: string[] } {
  const decode = (text: string): string =>
    text
      .replaceAll(/[\u2068\u2069\u200b]/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
  return {
    texts: html
      .replace(/<head>.*<\/head>/s, '')
      .replaceAll(/<[^>]*>/g, '\n')
      .split(/\n+/)
      .filter(Boolean)
      .map(decode),
    links: [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => decode(link)),
  }
}

describe.each(MAILS.map((mail) => [JSON.stringify(mail), mail] as const))('%s', (_, mail) => {
  const { subject, text, html } = compose(mail)

  it('has the same contents as text and as HTML', () => {
    const { texts, links } = readHtml(html)
    const [button] = links
    const lines = text.split('\n').filter(Boolean)
    for (const line of lines) expect([...texts, ...links]).toContain(line)
    // The button's label repeats the heading, and its target is in the text.
    const isLabel = (line: string): boolean =>
      html.includes('font-weight:600;') && html.includes(`>${line}</a>`)
    for (const line of texts) if (!isLabel(line)) expect(lines).toContain(line)
    if (button) expect(lines).toContain(button)
  })

  it('has no code or token in its subject or its first 100 characters', () => {
    expect(subject).not.toMatch(/48213796|abc/)
    if (text.includes(CODE)) expect(text.indexOf(CODE)).toBeGreaterThan(100)
  })

  it('loads nothing', () => {
    expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import|src=/i)
  })
})

describe('an e-mail', () => {
  it.each<[string, Theme]>([
    ['a style', { brandColor: 'red;background:url(https://evil.test)' }],
    ['a quote', { brandColor: '"><script>' }],
    ['an unusual text colour', { brandColor: '#123456', buttonText: 'red;x:y' }],
  ])('takes no %s from the theme', (_, theme) => {
    const { html } = compose({ type: 'signIn', url }, theme)
    expect(html).toContain('background:#3451d1;color:#fff')
    expect(html).not.toMatch(/evil|script/)
  })

  it('shows the name of the application, escaped, in HTML only', () => {
    const { html, text } = compose({ type: 'signIn', url }, { name: 'A & <b>' })
    expect(html).toContain('>A &amp; &lt;b></p>')
    expect(text).not.toContain('<b>')
  })

  it('follows the dark setting of the device, unless the theme is light', () => {
    expect(compose({ type: 'signIn', url }).html).toContain('prefers-color-scheme:dark')
    const light = compose({ type: 'signIn', url }, { colorScheme: 'light' }).html
    expect(light).not.toContain('dark')
  })

  it('has no line break in its subject', () => {
    const mail = { ...english.mail, subject: () => 'Hello\r\nBcc: all@example.com' }
    expect(compose({ type: 'signIn', url }, {}, { ...english, mail }).subject).toBe(
      'Hello Bcc: all@example.com',
    )
  })

  it('shows a new address as text that is no link and no element', () => {
    const address = '"<a href=x>&"@evil.example'
    const { text, html } = compose({ type: 'confirmChange', code: CODE, address })
    expect(text).toContain(`The new address is ${address}.`)
    expect(html).not.toMatch(/<a href|evil\.example/)
  })

  it('shows a code from left to right in a language that is written from right to left', () => {
    const { html } = compose({ type: 'signIn', code: CODE }, {}, { ...english, lang: 'ar', dir: 'rtl' })
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toMatch(new RegExp(`<p dir="ltr"[^>]*>${CODE}</p>`))
  })

  it.each([
    ['en', 600, 'It expires in 10 minutes.'],
    ['en', 60, 'It expires in 1 minute.'],
    ['en', 7200, 'It expires in 2 hours.'],
    ['de', 600, 'It expires in 10 Minuten.'],
  ])('in %s says that %i seconds are left: %s', (lang, seconds, expected) => {
    const mail: Mail = { type: 'reset', url, expires: new Date(NOW + seconds * 1000) }
    expect(compose(mail, {}, { ...english, lang }).text).toContain(expected)
  })

  it.each(['signIn', 'signUp'] as const)(
    'of the type %s says below the code, before the link, how long the code works',
    (type) => {
      const { text, html } = compose({ type, url, code: CODE, expires })
      for (const content of [text, html])
        expect(content).toMatch(new RegExp(`${CODE}[^]{0,50}It expires in 10 minutes\\.[^]*Or use this link`))
    },
  )

  it('names a time in UTC', () => {
    const mail: Mail = { type: 'notice', notice: 'passkeyAdded', at: new Date(NOW) }
    expect(compose(mail).text).toMatch(/January 2, 2026.*3:04.*UTC/)
  })

  it('is written also if the language tag is not known to the runtime', () => {
    const texts = { ...english, lang: 'en-a' }
    expect(compose({ type: 'reset', url, expires }, {}, texts).text).toContain('It expires in 10 minutes.')
  })
})
