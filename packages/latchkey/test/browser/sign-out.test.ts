import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { createApp } from '@latchkey/test-support/kit/app.ts'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { type RunningProvider, startProvider } from '@latchkey/test-support/servers/provider.ts'
import OIDC from 'latchkey/providers/oidc'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localTls } from './local-tls.ts'
import { type Site, startSite } from './site.ts'

const CLIENT = { clientId: 'app', clientSecret: 'a secret that only the provider knows' }

let provider: RunningProvider
let site: Site
let server: BrowserServer
let browser: Browser

/** An application on https, whose provider is on http: the policy of its pages must allow that. */
beforeAll(async () => {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const providers = [OIDC({ id: 'playground', name: 'Playground ID', issuer, logout: true, ...CLIENT })]
  const { config } = createApp({ basePath: '/auth', providers })
  site = await startSite({ auth: config }, { tls: await localTls() })
  provider = await startProvider({
    port,
    clients: [
      {
        ...CLIENT,
        redirectUris: [`${site.origin}/auth/callback/playground`],
        postLogoutRedirectUris: [`${site.origin}/auth/signout/playground`],
      },
    ],
  })
  server = await launchBrowser()
  browser = await chromium.connect(server.wsEndpoint())
})
afterAll(async () => {
  await Promise.all([provider.close(), site.close(), server.close()])
})

/** Opens the sign-in page, and goes to the provider. */
async function startSignIn(page: Page): Promise<void> {
  await page.goto(`${site.origin}/auth/signin?callbackUrl=/home`)
  await page.getByRole('button', { name: 'Sign in with Playground ID' }).click()
}

// proves OUT-1, OUT-2
it('the built-in page signs out at the provider, and the next sign-in asks who the user is', async () => {
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
  page.setDefaultTimeout(10_000)
  await startSignIn(page)
  await page.getByRole('button', { name: 'Ada Lovelace' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${site.origin}/home`)
  // The provider knows the user: it asks nothing.
  await startSignIn(page)
  await page.waitForURL(`${site.origin}/home`)

  await page.goto(`${site.origin}/auth/signout?callbackUrl=/bye`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign out of Playground ID?' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${site.origin}/bye`)
  const cookies = await page.context().cookies(site.origin)
  const names = cookies.map(({ name }) => name).filter((name) => name.includes('latchkey'))
  expect(names).toEqual(['__Host-latchkey.csrf-token'])

  await startSignIn(page)
  await page.getByRole('heading', { name: 'Choose a test user' }).waitFor()
})
