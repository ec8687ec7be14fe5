import { BASE } from '@latchkey/test-support/kit/app.ts'
import { type Browser, findForms } from '@latchkey/test-support/kit/browser.ts'
import type { EmailConfig } from 'latchkey'
import Email from 'latchkey/providers/email'
import { describe, expect, it } from 'vitest'
import { ANN, addUser, createMailSite, createSite, RIGHT } from '../../passwords/site.ts'

const TYPED_PASSWORD = 'typed by mistake 4711'

/** Opens the sign-in page, and presses the button that sends an e-mail, as a browser does. */
async function pressEmailButton(browser: Browser, fields: Record<string, string>): Promise<Response> {
  const page = await browser.get(`${BASE}/signin?callbackUrl=/inside`)
  const html = await page.clone().text()
  const [, target = ''] = /formaction="([^"]*)"/.exec(html) ?? []
  const [form] = (await findForms(page, BASE)).filter(({ action }) => action === `${BASE}/callback/password`)
  return browser.post(target, { ...form?.fields, ...fields })
}

/** Returns the fields of the sign-in page that are wrong, and their values. */
async function listWrongFields(browser: Browser, error: string): Promise<string[]> {
  const html = await (await browser.get(`${BASE}/signin?error=${error}`)).text()
  expect(html).toMatch(/<p class="error" id="problem" role="alert">[^<]+</)
  return [...html.matchAll(/<input\b[^>]*\baria-invalid[^>]*>/g)].map(([input]) => {
    expect(input).toContain('aria-describedby="problem"')
    return `${/ name="([^"]*)"/.exec(input)?.[1]}=${/ value="([^"]*)"/.exec(input)?.[1] ?? ''}`
  })
}

describe('the button that sends an e-mail from the form with a password', () => {
  it('sends a link to the address, without JavaScript, and the link signs in', async () => {
    const site = createMailSite({ config: { providers: [Email()] } })
    await addUser(site)
    const browser = site.browser()
    const response = await pressEmailButton(browser, { email: ANN, password: '' })
    expect(response.headers.get('location')).toBe(`${BASE}/verify-request?provider=email&type=email`)
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const signedIn = await browser.get(site.mail.link(), navigation)
    expect(signedIn.headers.get('location')).toBe(`${new URL(BASE).origin}/inside`)
  })

  it('keeps the password nowhere that was typed beside the address', async () => {
    const received: unknown[] = []
    const provider: EmailConfig = {
      id: 'email',
      name: 'e-mail',
      type: 'email',
      sendVerificationRequest: (params) => void received.push({ ...params, provider: undefined }),
    }
    const site = createSite({
      config: {
        providers: [provider],
        debug: true,
        callbacks: { signIn: (params) => Boolean(received.push(params)) },
      },
    })
    await addUser(site)
    const browser = site.browser()
    const failed = await pressEmailButton(browser, { email: 'not an address', password: TYPED_PASSWORD })
    const sent = await pressEmailButton(browser, { email: ANN, password: TYPED_PASSWORD })
    const page = await browser.get(`${BASE}/signin?error=EmailSignInError`)
    expect(received).toHaveLength(2)
    const everything = JSON.stringify([
      received,
      site.app.log,
      site.events,
      [...failed.headers, ...sent.headers],
      await Promise.all([failed.text(), sent.text(), page.text()]),
    ])
    expect(everything).toContain(ANN)
    expect(everything).not.toContain(TYPED_PASSWORD)
  })

  it('responds to an unknown address as to a known one', async () => {
    const site = createMailSite({ config: { providers: [Email()] } })
    await addUser(site)
    const describeResponse = async (email: string): Promise<unknown> => {
      const response = await pressEmailButton(site.browser(), { email, password: 'x' })
      const names = response.headers.getSetCookie().map((cookie) => cookie.replace(/(\.[\w-]{16})?=.*/, ''))
      return [response.status, response.headers.get('location'), names.sort(), await response.text()]
    }
    expect(await describeResponse('bob@example.com')).toEqual(await describeResponse(ANN))
  })

  it('is not on the page without another way to use the address', async () => {
    const browser = createSite().browser()
    expect(await (await browser.get(`${BASE}/signin`)).text()).not.toContain('formaction')
  })
})

describe('an error returns to the field that it is about', () => {
  it('after a wrong password, with the address', async () => {
    const site = createMailSite({ config: { providers: [Email()] } })
    await addUser(site)
    const browser = site.browser()
    await browser.post(`${BASE}/callback/password`, { email: ANN, password: 'wrong' })
    expect(await listWrongFields(browser, 'CredentialsSignin')).toEqual([`email=${ANN}`, 'password='])
  })

  it('after an e-mail that could not be sent, with the address', async () => {
    const browser = createMailSite({ config: { providers: [Email()] } }).browser()
    await pressEmailButton(browser, { email: 'ann@', password: RIGHT })
    expect(await listWrongFields(browser, 'EmailSignInError')).toEqual(['email=ann@'])
  })
})
