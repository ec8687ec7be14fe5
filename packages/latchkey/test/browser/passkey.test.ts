import { addDevice, type Device } from '@latchkey/test-support/browser/device.ts'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { createApp, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import axe, { type AxeResults } from 'axe-core'
import type { WebAuthnConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import WebAuthn from 'latchkey/providers/webauthn'
import {
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { english } from '../../src/pages/texts.ts'
import { BROWSERS, restrict } from './older-browser.ts'
import { type Site, startSite } from './site.ts'

let server: BrowserServer
let browser: Browser

beforeAll(async () => {
  server = await launchBrowser()
  browser = await chromium.connect(server.wsEndpoint())
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

interface Setting {
  readonly page: Page
  readonly site: Site
  readonly adapter: ReturnType<typeof memory>
  readonly device: Device
}

/** Starts an application with passkeys, and opens a page in a browser with a device for them. */
async function setting(
  provider: WebAuthnConfig,
  options: BrowserContextOptions = {},
  policy?: string,
): Promise<Setting> {
  const adapter = memory()
  const { config } = createApp({
    adapter,
    providers: [provider, passwordProvider],
  })
  const site = await startSite({ auth: config }, { policy })
  const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(10_000)
  onTestFinished(async () => {
    await context.close()
    await site.close()
  })
  const page = await context.newPage()
  return { page, site, adapter, device: await addDevice(page) }
}

/**
 * A provider without conditional UI, with which visitors register: the form waits for its button.
 */
const withButton = (): WebAuthnConfig => WebAuthn({ enableConditionalUI: false, registration: 'anyone' })

const EMAIL = 'ann@example.com'

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/auth/signin?callbackUrl=/inside')
}

async function useButton(page: Page, email = EMAIL): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Sign in with WebAuthn' }).click()
}

async function register({ page, site }: Setting): Promise<void> {
  await openSignIn(page)
  await useButton(page)
  await page.waitForURL(`${site.origin}/inside`)
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/auth/signout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/(\?.*)?$/)
}

async function readEmail(page: Page): Promise<string | undefined> {
  const session = (await (await page.request.get('/auth/session')).json()) as {
    user: { email: string }
  } | null
  return session?.user.email
}

async function waitForAlert(page: Page, text: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: text }).waitFor()
}

describe('a user with a passkey', () => {
  it('registers it, signs out, and signs in again', async () => {
    const here = await setting(withButton())
    const { page, site, device } = here
    await register(here)
    expect(await readEmail(page)).toBe(EMAIL)
    expect(await device.credentials()).toHaveLength(1)
    await signOut(page)
    expect(await readEmail(page)).toBeUndefined()
    await openSignIn(page)
    await useButton(page)
    await page.waitForURL(`${site.origin}/inside`)
    expect(await readEmail(page)).toBe(EMAIL)
  })

  it('adds a passkey of a second device while signed in, and signs in with it', async () => {
    const here = await setting(withButton())
    const { page, site, adapter, device } = here
    await register(here)
    await device.remove()
    const second = await addDevice(page)
    await openSignIn(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.waitForURL(`${site.origin}/inside`)
    const user = await adapter.getUserByEmail(EMAIL)
    expect(await adapter.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(2)
    expect(await second.credentials()).toHaveLength(1)
    await signOut(page)
    await openSignIn(page)
    await useButton(page)
    await page.waitForURL(`${site.origin}/inside`)
    expect(await readEmail(page)).toBe(EMAIL)
  })

  // proves WEB-7
  it.each(BROWSERS)('registers it and signs in with it in a browser $browser', async ({ browser }) => {
    const here = await setting(withButton())
    const { page, site } = here
    await page.addInitScript(restrict, browser)
    await register(here)
    await signOut(page)
    await openSignIn(page)
    await useButton(page)
    await page.waitForURL(`${site.origin}/inside`)
    expect(await readEmail(page)).toBe(EMAIL)
  })

  // proves §15
  it('signs in through the autofill of the form, without a button', async () => {
    const here = await setting(Passkey({ registration: 'anyone' }))
    const { page, site } = here
    await openSignIn(page)
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByRole('button', { name: 'Sign in with Passkey' }).click()
    await page.waitForURL(`${site.origin}/inside`)
    await signOut(page)
    await openSignIn(page)
    await page.waitForURL(`${site.origin}/inside`)
    expect(await readEmail(page)).toBe(EMAIL)
  })
})

describe('the sign-in page shows a message', () => {
  it('when the device did not verify the user, and keeps the focus on the button', async () => {
    const here = await setting(withButton())
    const { page, site, device } = here
    await register(here)
    await signOut(page)
    await device.setVerified(false)
    await openSignIn(page)
    await useButton(page)
    await waitForAlert(page, 'No passkey was used. Try again or choose another sign-in method.')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sign in with WebAuthn')
    await device.setVerified(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.origin}/inside`)
  })

  it('when the device already has a passkey of the user', async () => {
    const here = await setting(withButton())
    await register(here)
    await openSignIn(here.page)
    await here.page.getByRole('button', { name: 'Add a passkey' }).click()
    await waitForAlert(here.page, 'You already have a passkey on this device.')
  })

  it('when the e-mail address is rejected, and when the server cannot be reached', async () => {
    const { page, site } = await setting(
      WebAuthn({
        enableConditionalUI: false,
        registration: 'anyone',
        getUserInfo: () => ({ user: {}, exists: false }),
      }),
    )
    await openSignIn(page)
    await useButton(page)
    await waitForAlert(page, 'The details you entered were not accepted. Check them and try again.')
    await site.close()
    await useButton(page)
    await waitForAlert(page, 'The passkey could not be used. Try again or choose another sign-in method.')
  })

  it('when the browser does not support passkeys', async () => {
    const { page } = await setting(WebAuthn())
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'PublicKeyCredential')
    })
    await openSignIn(page)
    await useButton(page)
    await waitForAlert(
      page,
      'This browser does not support passkeys. Choose another sign-in method or use a newer browser.',
    )
  })

  // proves WEB-9
  it.each([
    { cause: 'JavaScript is disabled', options: { javaScriptEnabled: false }, policy: undefined },
    { cause: 'a policy of a proxy blocks the script', options: {}, policy: "default-src 'self'" },
  ])('instead of the button when $cause', async ({ options, policy }) => {
    const { page } = await setting(WebAuthn(), options, policy)
    await openSignIn(page)
    await page.getByText(english.webauthn.noScript).waitFor()
    const form = page.locator('[data-passkey]')
    expect(await form.getByRole('button').count()).toBe(0)
    expect(await form.getByLabel('E-mail').isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Sign in with password' }).isVisible()).toBe(true)
  })

  // proves WEB-9
  it('when the form was sent without the script', async () => {
    const { page } = await setting(WebAuthn())
    await openSignIn(page)
    await page.evaluate(() => HTMLFormElement.prototype.submit.call(document.querySelector('[data-passkey]')))
    await page.waitForURL('**/auth/signin?error=MissingScript')
    await waitForAlert(page, english.webauthn.noScript)
  })

  it('on a separate page with a link to sign in again, when the server rejects the passkey', async () => {
    const here = await setting(withButton())
    const { page, adapter } = here
    await register(here)
    const user = await adapter.getUserByEmail(EMAIL)
    const [authenticator] = await adapter.listAuthenticatorsByUserId(user?.id ?? '')
    await adapter.updateAuthenticatorCounter(authenticator?.credentialID ?? '', 1000)
    await signOut(page)
    await openSignIn(page)
    await useButton(page)
    await page.getByRole('heading', { name: 'Passkey not accepted' }).waitFor()
    expect(await readEmail(page)).toBeUndefined()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByRole('button', { name: 'Sign in with WebAuthn' }).waitFor()
  })
})

describe('the sign-in page with passkeys', () => {
  // proves P-WA-1
  it('requests a new challenge before the current one expires', async () => {
    const { page, device } = await setting(WebAuthn())
    await device.setPresent(false)
    await page.clock.install()
    // The page starts its timer after it has read the response. So the clock may advance only once
    // the page has offered the passkeys.
    await page.addInitScript(() => {
      const get = navigator.credentials.get.bind(navigator.credentials)
      navigator.credentials.get = (options) => {
        console.log('offered')
        return get(options)
      }
    })
    const nextOffer = (): Promise<unknown> =>
      Promise.all([
        page.waitForResponse(/webauthn-options.*action=authenticate/),
        page.waitForEvent('console', (message) => message.text() === 'offered'),
      ])
    await Promise.all([nextOffer(), openSignIn(page)])
    for (let count = 0; count < 2; count++)
      await Promise.all([nextOffer(), page.clock.runFor(4 * 60 * 1000 + 1000)])
  })

  // proves P-PG-3, P-PG-4
  it('runs its own script under its Content-Security-Policy, and no injected script', async () => {
    const { page } = await setting(WebAuthn())
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    await Promise.all([page.waitForResponse(/webauthn-options/), openSignIn(page)])
    expect(messages).toEqual([])
    const isRun = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.planted = true'
      document.body.append(script)
      return 'planted' in window
    })
    expect({ isRun, messages: messages.join() }).toEqual({
      isRun: false,
      messages: expect.stringContaining('Content Security Policy'),
    })
  })

  it('is accessible while it shows a message, light and dark, and fits a narrow screen', async () => {
    const { page, device } = await setting(withButton(), {
      viewport: { width: 320, height: 640 },
      colorScheme: 'light',
    })
    await device.setVerified(false)
    await openSignIn(page)
    await useButton(page)
    await waitForAlert(page, 'No passkey was used.')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page)).toEqual([])
  })
})

/**
 * Returns the violations that axe finds, with their elements. The browser's debugger runs it,
 * because the Content-Security-Policy of the page allows only its own script.
 */
async function violations(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate(`${axe.source}; axe.run(document)`)) as AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
