import { addDevice, type Device } from '@latchkey/test-support/browser/device.ts'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import { type AuthConfig, type CurrentUser, createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {} from './client-page.ts'
import { type ClientSite, startClientSite } from './client-site.ts'

const EMAIL = 'ann@example.com'
const adapter = memory()
const config: AuthConfig = {
  secret: SECRET,
  trustHost: true,
  basePath: '/api/auth',
  adapter,
  store: memoryStore(),
  account: { security: true },
  providers: [Passkey(), passwordProvider],
  logger: { error: () => {} },
}

let site: ClientSite
let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser
let context: BrowserContext
let page: Page
let device: Device

beforeAll(async () => {
  site = await startClientSite(config)
  server = await launchBrowser()
  browser = await chromium.connect(server.wsEndpoint())
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  site?.close()
})

beforeEach(async () => {
  site.requests.splice(0)
  const found = await adapter.getUserByEmail(EMAIL)
  if (found) await adapter.deleteUser(found.id)
  await adapter.createUser({ id: 'ann', name: 'Ann', email: EMAIL, emailVerified: new Date() })
  context = await browser.newContext({ baseURL: site.origin })
  context.setDefaultTimeout(10_000)
  page = await context.newPage()
  device = await addDevice(page)
  await signInWithPassword()
  await page.goto('/page')
})

afterEach(() => context.close())

async function signInWithPassword(): Promise<void> {
  await context.request.post('/api/auth/callback/credentials', {
    form: { email: EMAIL, password: 'right' },
    headers: { origin: site.origin },
    maxRedirects: 0,
  })
}

/** Calls the signed-in user's methods, as server code does for a form. */
async function asUser<T>(work: (user: CurrentUser) => Promise<T>): Promise<T> {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = new Headers({ cookie, origin: site.origin, 'sec-fetch-site': 'same-origin' })
  const url = new URL(site.origin)
  const user = await createAuth(config).currentUser({ headers, url }, async (cookies) => {
    for (const { name, value } of cookies)
      if (value) await context.addCookies([{ name, value, url: url.href }])
  })
  if (user === null) throw new Error('No user is signed in.')
  return work(user)
}

const addPasskey = (): Promise<unknown> =>
  page.evaluate(() => window.signInWith.webauthn('passkey', { action: 'register', redirect: false }))

const signIn = (): Promise<{ ok: boolean; code?: string | undefined }> =>
  page.evaluate(() => window.signInWith.webauthn('passkey', { action: 'authenticate', redirect: false }))

describe('a passkey in Chromium', () => {
  it('is listed, renamed and removed, and then no longer offered by its password manager', async () => {
    expect(await addPasskey()).toMatchObject({ ok: true })
    expect(await device.credentials()).toHaveLength(1)
    await context.clearCookies()
    expect(await signIn()).toMatchObject({ ok: true })
    const [passkey] = await asUser(({ passkeys }) => passkeys.list())
    const id = passkey?.id ?? ''
    expect(passkey?.lastUsedAt).toBeInstanceOf(Date)
    await asUser(({ passkeys }) => passkeys.rename(id, 'My laptop'))
    expect(await asUser(({ passkeys }) => passkeys.list())).toMatchObject([{ name: 'My laptop' }])
    await asUser(({ passkeys }) => passkeys.remove(id, { allowLast: true }))
    expect(await device.credentials()).toHaveLength(1)
    expect(await page.evaluate((removed) => window.passkeys.sync('passkey', { removed }), id)).toBe(true)
    await expect.poll(() => device.credentials()).toEqual([])
  })

  it('that was removed elsewhere is no longer offered after it was used once', async () => {
    await addPasskey()
    const [passkey] = await asUser(({ passkeys }) => passkeys.list())
    await asUser(({ passkeys }) => passkeys.remove(passkey?.id ?? '', { allowLast: true }))
    await context.clearCookies()
    expect(await signIn()).toMatchObject({ ok: false, code: 'unknown-passkey' })
    await expect.poll(() => device.credentials()).toEqual([])
  })

  it('gets the new address of its user', async () => {
    await addPasskey()
    await adapter.updateUser({ id: 'ann', email: 'new@example.com' })
    expect(await page.evaluate(() => window.passkeys.sync())).toBe(true)
    await expect
      .poll(async () => (await device.credentials()).map(({ userName }) => userName))
      .toEqual(['new@example.com'])
    await adapter.updateUser({ id: 'ann', email: EMAIL })
  })

  it('that still exists stays, and without a session nothing is sent', async () => {
    await addPasskey()
    await page.evaluate(() => window.passkeys.sync())
    await context.clearCookies()
    expect(await page.evaluate(() => window.passkeys.sync())).toBe(false)
    expect(await device.credentials()).toHaveLength(1)
  })
})

describe('a passkey that is offered after a password', () => {
  /** Makes the browser say that it can create passkeys without asking, and creates one with the device. */
  const supportConditionalCreate = (): Promise<void> =>
    page.evaluate(() => {
      PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: true })
      const create = navigator.credentials.create.bind(navigator.credentials)
      navigator.credentials.create = (options) => {
        const { mediation, ...rest } = options as CredentialCreationOptions & { mediation?: string }
        if (mediation !== 'conditional') throw new Error('The user would be asked.')
        return create(rest)
      }
    })

  it('is added once, and signs in', async () => {
    await supportConditionalCreate()
    expect(await page.evaluate(() => window.passkeys.offer())).toBe(true)
    expect(await page.evaluate(() => window.passkeys.offer())).toBe(false)
    expect(await device.credentials()).toHaveLength(1)
    await context.clearCookies()
    expect(await signIn()).toMatchObject({ ok: true })
  })

  it('is not requested from a browser that would ask the user, and fails silently', async () => {
    await page.evaluate(() => {
      PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: false })
    })
    expect(await page.evaluate(() => window.passkeys.offer())).toBe(false)
    expect(site.requests.filter((request) => request.includes('webauthn-options'))).toEqual([])
    await page.evaluate(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    expect(await page.evaluate(() => window.passkeys.offer())).toBe(false)
    expect(await device.credentials()).toEqual([])
  })

  it('is not added if the password manager refuses', async () => {
    await page.evaluate(() => {
      PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: true })
      navigator.credentials.create = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    expect(await page.evaluate(() => window.passkeys.offer())).toBe(false)
    expect(await adapter.listAuthenticatorsByUserId('ann')).toEqual([])
  })
})
