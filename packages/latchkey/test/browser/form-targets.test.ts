import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { createApp } from '@latchkey/test-support/kit/app.ts'
import type { OAuth2Config } from 'latchkey'
import { chromium } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from './listen.ts'
import { localTls } from './local-tls.ts'
import { startSite } from './site.ts'

// proves WEB-8, P-PG-3
it('the button of a provider on http works on the sign-in page of an application on https', async () => {
  const html = { headers: { 'content-type': 'text/html' } }
  const provider = await listen(async () => new Response('<h1>Log in to your account</h1>', html))
  const local: OAuth2Config = {
    id: 'local',
    name: 'the local provider',
    type: 'oauth',
    clientId: 'app',
    clientSecret: 'app secret',
    authorization: `${provider.origin}/authorize`,
    token: `${provider.origin}/token`,
    userinfo: `${provider.origin}/userinfo`,
  }
  const site = await startSite({ auth: createApp({ providers: [local] }).config }, { tls: await localTls() })
  const server = await launchBrowser()
  onTestFinished(async () => {
    await Promise.all([server.close(), site.close(), provider.close()])
  })
  const browser = await chromium.connect(server.wsEndpoint())
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(`${site.origin}/auth/signin`)
  await page.getByRole('button', { name: 'Sign in with the local provider' }).click()
  await page.getByRole('heading', { name: 'Log in to your account' }).waitFor()
  expect(new URL(page.url()).origin).toBe(provider.origin)
})
