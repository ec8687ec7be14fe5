import axe, { type AxeResults } from 'axe-core'
import type { Adapter, WebAuthnConfig } from 'latchkey'
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
import { launchBrowser } from '../../../../e2e/launch-browser.ts'
import { createApp, passwordProvider } from '../kit/app.ts'
import { addDevice, type Device } from './device.ts'
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

interface Visit {
  readonly page: Page
  readonly site: Site
  readonly adapter: Required<Adapter>
  readonly device: Device
}

/** An application with passkeys, and somebody with a device that keeps them. */
async function visit(provider: WebAuthnConfig, options: BrowserContextOptions = {}): Promise<Visit> {
  const adapter = memory()
  const { config } = createApp({
    adapter,
    providers: [provider, passwordProvider],
    experimental: { enableWebAuthn: true },
  })
  const site = await startSite({ auth: config })
  const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(10_000)
  onTestFinished(async () => {
    await context.close()
    await site.close()
  })
  const page = await context.newPage()
  return { page, site, adapter, device: await addDevice(page) }
}

/** A form that waits for its button. */
const withButton = (): WebAuthnConfig => WebAuthn({ enableConditionalUI: false })

const EMAIL = 'ann@example.com'

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/auth/signin?callbackUrl=/inside')
}

async function useButton(page: Page, email = EMAIL): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Sign in with WebAuthn' }).click()
}

async function register({ page, site }: Visit): Promise<void> {
  await openSignIn(page)
  await useButton(page)
  await page.waitForURL(`${site.origin}/inside`)
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/auth/signout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/(\?.*)?$/)
}

async function emailOf(page: Page): Promise<string | undefined> {
  const session = (await (await page.request.get('/auth/session')).json()) as {
    user: { email: string }
  } | null
  return session?.user.email
}

async function seeAlert(page: Page, text: string): Promise<void> {
  await page.getByRole('alert').filter({ hasText: text }).waitFor()
}

describe('somebody with a passkey', () => {
  it('registers it, signs out, and signs in again', async () => {
    const here = await visit(withButton())
    const { page, site, device } = here
    await register(here)
    expect(await emailOf(page)).toBe(EMAIL)
    expect(await device.credentials()).toHaveLength(1)
    await signOut(page)
    expect(await emailOf(page)).toBeUndefined()
    await openSignIn(page)
    await useButton(page)
    await page.waitForURL(`${site.origin}/inside`)
    expect(await emailOf(page)).toBe(EMAIL)
  })

  it('adds that of a second device while signed in, and signs in with it', async () => {
    const here = await visit(withButton())
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
    expect(await emailOf(page)).toBe(EMAIL)
  })

  // proves §15
  it('is offered it in the field of the form, without a button', async () => {
    const here = await visit(Passkey())
    const { page, site } = here
    await openSignIn(page)
    await page.getByLabel('Email', { exact: true }).fill(EMAIL)
    await page.getByRole('button', { name: 'Sign in with Passkey' }).click()
    await page.waitForURL(`${site.origin}/inside`)
    await signOut(page)
    await openSignIn(page)
    await page.waitForURL(`${site.origin}/inside`)
    expect(await emailOf(page)).toBe(EMAIL)
  })
})

describe('the sign-in page says so in words', () => {
  it('when the device did not verify the person; the button has the focus still, and works', async () => {
    const here = await visit(withButton())
    const { page, site, device } = here
    await register(here)
    await signOut(page)
    await device.verify(false)
    await openSignIn(page)
    await useButton(page)
    await seeAlert(page, 'No passkey was used. Try again or choose another sign-in method.')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sign in with WebAuthn')
    await device.verify(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.origin}/inside`)
  })

  it('when the device has one already', async () => {
    const here = await visit(withButton())
    await register(here)
    await openSignIn(here.page)
    await here.page.getByRole('button', { name: 'Add a passkey' }).click()
    await seeAlert(here.page, 'You already have a passkey on this device.')
  })

  it('when the address is none, or the server cannot be reached', async () => {
    const { page, site } = await visit(
      WebAuthn({ enableConditionalUI: false, getUserInfo: () => ({ user: {}, exists: false }) }),
    )
    await openSignIn(page)
    await useButton(page)
    await seeAlert(page, 'The details you entered were not accepted. Check them and try again.')
    await site.close()
    await useButton(page)
    await seeAlert(page, 'The passkey could not be used. Try again or choose another sign-in method.')
  })

  it('when the browser has no passkeys', async () => {
    const { page } = await visit(WebAuthn())
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'PublicKeyCredential')
    })
    await openSignIn(page)
    await useButton(page)
    await seeAlert(
      page,
      'This browser does not support passkeys. Choose another sign-in method or use a newer browser.',
    )
  })

  it('when there is no JavaScript', async () => {
    const { page } = await visit(WebAuthn(), { javaScriptEnabled: false })
    await openSignIn(page)
    const message = page.locator('noscript p')
    await message.waitFor()
    expect(await message.textContent()).toBe(
      'Passkeys require JavaScript. Enable JavaScript or choose another sign-in method.',
    )
  })

  it('and the server refuses a passkey on a page of its own, from where one can go on', async () => {
    const here = await visit(withButton())
    const { page, adapter } = here
    await register(here)
    const user = await adapter.getUserByEmail(EMAIL)
    const [authenticator] = await adapter.listAuthenticatorsByUserId(user?.id ?? '')
    await adapter.updateAuthenticatorCounter(authenticator?.credentialID ?? '', 1000)
    await signOut(page)
    await openSignIn(page)
    await useButton(page)
    await page.getByRole('heading', { name: 'Passkey not accepted' }).waitFor()
    expect(await emailOf(page)).toBeUndefined()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByRole('button', { name: 'Sign in with WebAuthn' }).waitFor()
  })
})

describe('the page', () => {
  // proves P-WA-1
  it('asks for another challenge before the one of its offer is over', async () => {
    const { page, device } = await visit(WebAuthn())
    await device.letPresenceBe(false)
    await page.clock.install()
    // The page sets its timer after it has read the answer: the clock may go on only when the offer stands.
    await page.addInitScript(() => {
      const get = navigator.credentials.get.bind(navigator.credentials)
      navigator.credentials.get = (options) => {
        console.log('offered')
        return get(options)
      }
    })
    const asked = (): Promise<unknown> =>
      Promise.all([
        page.waitForResponse(/webauthn-options.*action=authenticate/),
        page.waitForEvent('console', (message) => message.text() === 'offered'),
      ])
    await Promise.all([asked(), openSignIn(page)])
    for (let times = 0; times < 2; times++)
      await Promise.all([asked(), page.clock.runFor(4 * 60 * 1000 + 1000)])
  })

  // proves P-PG-3, P-PG-4
  it('runs its own script under its own policy, and none that is put into it', async () => {
    const { page } = await visit(WebAuthn())
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await Promise.all([page.waitForResponse(/webauthn-options/), openSignIn(page)])
    expect(complaints).toEqual([])
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.planted = true'
      document.body.append(script)
      return 'planted' in window
    })
    expect([ran, complaints.join()]).toEqual([false, expect.stringContaining('Content Security Policy')])
  })

  it('is accessible with a message on it, light and dark, and fits a narrow screen', async () => {
    const { page, device } = await visit(withButton(), {
      viewport: { width: 320, height: 640 },
      colorScheme: 'light',
    })
    await device.verify(false)
    await openSignIn(page)
    await useButton(page)
    await seeAlert(page, 'No passkey was used.')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page)).toEqual([])
  })
})

/** What axe finds wrong, each with the elements. The page's policy allows no script but its own; the debugger may run any. */
async function violations(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate(`${axe.source}; axe.run(document)`)) as AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
