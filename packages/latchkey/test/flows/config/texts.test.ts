import { BASE, createApp, createIdp, oidcFor, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { arabic, german } from '@latchkey/test-support/kit/translations.ts'
import type { AuthConfig, EmailConfig, PartialTexts, Texts, VerificationRequest } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { composeMail } from '../../../src/mail/messages/compose.tsx'

const choose: AuthConfig['texts'] = ({ languages }): PartialTexts => {
  const translations: Record<string, PartialTexts> = { de: german, ar: arabic, en: {} }
  return languages.map((tag) => translations[tag.split('-')[0] ?? '']).find(Boolean) ?? {}
}

const pages = [
  'signin',
  'signin?error=OAuthCallbackError',
  'signout',
  'verify-request',
  'error?error=Verification',
  'error?error=AccessDenied',
]

function englishWords(html: string): string[] {
  const text = html.replace(/<(style|title)>.*?<\/\1>/gs, '').replace(/<bdi>.*?<\/bdi>|<[^>]*>/gs, ' ')
  return (
    text.match(/[a-z]+/gi)?.filter((word) => /^(?:sign|with|the|you|your|please|page|again)$/i.test(word)) ??
    []
  )
}

describe('the texts option', () => {
  // proves §15, P-PG-1
  it.each(pages)('replaces the texts of %s, with their language and direction', async (page) => {
    const html = async (texts: PartialTexts): Promise<string> => {
      const browser = new Browser(
        createApp({ texts, providers: [passwordProvider, oidcFor(createIdp(), { name: 'Google' })] }),
      )
      return (await browser.get(`${BASE}/${page}`)).text()
    }
    const inGerman = await html(german)
    const inArabic = await html(arabic)
    const inEnglish = await html({})
    expect(inGerman).toContain('<html lang="de" dir="ltr"')
    expect(inArabic).toContain('<html lang="ar" dir="rtl"')
    expect(inEnglish).toContain('<html lang="en" dir="auto"')
    expect({ german: englishWords(inGerman), arabic: englishWords(inArabic) }).toEqual({
      german: [],
      arabic: [],
    })
    expect(englishWords(inEnglish)).not.toEqual([])
  })

  it.each([
    { accepted: 'de-AT,de;q=0.9,en;q=0.8', lang: 'de', title: 'Anmelden' },
    { accepted: 'ar', lang: 'ar', title: 'تسجيل الدخول' },
    { accepted: 'en;q=0.5,de', lang: 'de', title: 'Anmelden' },
    { accepted: 'fr', lang: 'en', title: 'Sign in' },
    { accepted: '', lang: 'en', title: 'Sign in' },
  ])('selects the texts in $lang for Accept-Language: $accepted', async ({ accepted, lang, title }) => {
    const response = await new Browser(createApp({ texts: choose })).get(`${BASE}/signin`, {
      'accept-language': accepted,
    })
    expect(await response.text()).toMatch(new RegExp(`<html lang="${lang}".*<title>${title}</title>`))
    expect(response.headers.get('vary')).toContain('Accept-Language')
  })

  it('applies to the error page of an invalid configuration', async () => {
    const response = await new Browser(createApp({ texts: german, adapter: {} })).get(`${BASE}/signin`)
    expect({ status: response.status, body: await response.text() }).toEqual({
      status: 500,
      body: expect.stringContaining('Etwas ist schiefgegangen'),
    })
  })

  // proves §6.5
  it('applies to sign-in e-mails, in the language of the visitor', async () => {
    const sent: VerificationRequest[] = []
    const email: EmailConfig = {
      id: 'email',
      name: 'E-Mail',
      type: 'email',
      sendVerificationRequest: (request) => {
        sent.push(request)
      },
    }
    const browser = new Browser(
      createApp({ texts: choose, adapter: memory(), providers: [email], theme: { brandColor: 'gold' } }),
    )
    for (const language of ['de', 'ar'])
      await browser.post(
        `${BASE}/signin/email`,
        { email: 'ann@example.com' },
        { 'accept-language': language },
      )
    const [inGerman, inArabic] = sent.map(({ url, theme, texts }) =>
      composeMail({ type: 'signIn', url }, { host: new URL(url).host, theme, texts: texts as Texts }),
    )
    expect(inGerman).toMatchObject({
      subject: 'Anmeldung bei app.test',
      text: expect.stringContaining(german.mail.ignore),
    })
    expect(inGerman?.html).toContain('background:gold;color:#000')
    expect(inArabic?.html).toContain('<html lang="ar" dir="rtl">')
    expect(inArabic?.html).toContain('\u2068app\u200b.test\u2069')
  })
})

describe('the sign-in page', () => {
  // proves §3 GET /signin, §15, §20 Q-24, P-PG-2
  it('fills in the e-mail address from the query and ignores other parameters', async () => {
    const email: EmailConfig = {
      id: 'email',
      name: 'e-mail',
      type: 'email',
      sendVerificationRequest: () => {},
    }
    const browser = new Browser(createApp({ adapter: memory(), providers: [email] }))
    const query = new URLSearchParams({
      email: 'ann"@example.com',
      csrfToken: 'planted',
      theme: 'dark',
      providers: 'none',
      title: 'planted',
    })
    const html = await (await browser.get(`${BASE}/signin?${query}`)).text()
    expect(html).toContain(' value="ann&quot;@example.com"')
    expect(html).not.toContain('planted')
  })

  // proves §15, P-PG-2
  it.each([
    ['Signin', 'The provider did not'],
    ['OAuthSignin', 'The provider did not'],
    ['OAuthCallbackError', 'The provider did not'],
    ['OAuthCreateAccount', 'The provider did not'],
    ['EmailCreateAccount', 'The provider did not'],
    ['Callback', 'The provider did not'],
    ['OAuthAccountNotLinked', 'the method you used the first time'],
    ['EmailSignin', 'could not be sent'],
    ['CredentialsSignin', 'Check them'],
    ['SessionRequired', 'to view this page'],
    ['Configuration', 'on our end'],
    ['toString', 'Unable to sign in'],
    ['an unknown error', 'Unable to sign in'],
  ])('shows a message for %s', async (error, message) => {
    const html = await (
      await new Browser(createApp()).get(`${BASE}/signin?${new URLSearchParams({ error })}`)
    ).text()
    expect(html).toMatch(new RegExp(`role="alert">[^<]*${message}`))
    expect(html).not.toContain('<code')
  })

  it('shows the reference of an error only in the format of Latchkey', async () => {
    const isShown = async (reference: string): Promise<boolean> =>
      (
        await (
          await new Browser(createApp()).get(`${BASE}/signin?error=Configuration&reference=${reference}`)
        ).text()
      ).includes(reference)
    expect({ ofLatchkey: await isShown('0a1b2c3d'), other: await isShown('call-0900-1234') }).toEqual({
      ofLatchkey: true,
      other: false,
    })
  })
})
