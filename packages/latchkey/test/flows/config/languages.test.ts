import { BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Password from 'latchkey/providers/password'
import type { MailMessage } from 'latchkey/types'
import { describe, expect, it } from 'vitest'

const languages: AuthConfig['languages'] = {
  ar: () => import('latchkey/languages/ar'),
  de: () => import('latchkey/languages/de'),
  'pt-BR': () => import('latchkey/languages/pt-BR'),
}
const language: AuthConfig['language'] = ({ cookie }) => cookie('LOCALE')

describe('the built-in pages with `languages`', () => {
  it.each([
    { accepted: 'de-AT,de;q=0.9,en;q=0.8', html: '<html lang="de" dir="ltr"', title: 'Anmelden' },
    { accepted: 'ar-EG', html: '<html lang="ar" dir="rtl"', title: 'تسجيل الدخول' },
    { accepted: 'pt-PT,pt;q=0.9', html: '<html lang="pt-BR" dir="ltr"', title: 'Fazer login' },
    { accepted: 'ja,en;q=0.5', html: '<html lang="en" dir="auto"', title: 'Sign in' },
  ])('are in the language for Accept-Language: $accepted', async ({ accepted, html, title }) => {
    const response = await new Browser(createApp({ languages })).get(`${BASE}/signin`, {
      'accept-language': accepted,
    })
    const body = await response.text()
    expect(body).toContain(html)
    expect(body).toContain(`<title>${title}</title>`)
    expect(response.headers.get('vary')).toMatch(/\bCookie\b.*\bAccept-Language\b/)
  })

  it("are in the user's choice, also after errors", async () => {
    const app = createApp({ languages, language })
    for (const path of ['signin?error=OAuthCallbackError', 'error?error=Verification', 'nowhere']) {
      const response = await new Browser(app).get(`${BASE}/${path}`, {
        'accept-language': 'de',
        cookie: 'LOCALE=ar',
      })
      expect(await response.text()).toContain('<html lang="ar" dir="rtl"')
    }
  })

  it('are in the language with an invalid configuration', async () => {
    const response = await new Browser(createApp({ languages, adapter: {} })).get(`${BASE}/signin`, {
      'accept-language': 'de',
    })
    expect({ status: response.status, body: await response.text() }).toEqual({
      status: 500,
      body: expect.stringContaining('Etwas ist schiefgelaufen'),
    })
  })

  it('reject a language that is no function, and a key that is no language', async () => {
    for (const wrong of [{ de: 'latchkey/languages/de' }, { 'de!': languages.de }]) {
      const errors: Error[] = []
      const logger = { error: (error: Error) => errors.push(error) }
      const app = createApp({ languages: wrong as unknown as AuthConfig['languages'], logger })
      expect((await new Browser(app).get(`${BASE}/signin`)).status).toBe(500)
      expect(errors).toEqual([
        expect.objectContaining({
          type: 'InvalidOption',
          message: expect.stringContaining('`languages` is not an object of functions by language tag.'),
        }),
      ])
    }
  })
})

describe('an e-mail', () => {
  it('is in the language of the request that caused it', async () => {
    const sent: MailMessage[] = []
    const mail = {
      name: 'test',
      from: 'app@app.test',
      send: (message: MailMessage) => {
        sent.push(message)
      },
    }
    const app = createApp({ languages, language, adapter: memory(), providers: [Password()], mail })
    const headers = { 'accept-language': 'de' }
    for (const cookie of ['', 'LOCALE=ar'])
      await new Browser(app).post(
        `${BASE}/signup`,
        { email: `ann${cookie.length}@example.com`, password: 'correct horse battery staple' },
        { ...headers, cookie },
      )
    expect(sent).toEqual([
      expect.objectContaining({
        subject: expect.stringContaining('Bestätigen Sie Ihre E-Mail-Adresse für app.test'),
        text: expect.stringMatching(/Gültig für \d+ (?:Minuten|Stunden)\./),
        html: expect.stringContaining('<html lang="de" dir="ltr">'),
      }),
      expect.objectContaining({
        subject: expect.stringContaining('تأكيد عنوان بريدك الإلكتروني'),
        text: expect.stringMatching(/مدة الصلاحية: \d+ /),
        html: expect.stringContaining('<html lang="ar" dir="rtl">'),
      }),
    ])
  })
})
