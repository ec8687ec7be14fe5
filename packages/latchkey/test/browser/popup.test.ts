import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { createIdp, oidcFor, SECRET } from '@latchkey/test-support/kit/app.ts'
import { chromium } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { pagePath, startClientSite } from './clients/site.ts'

// As docs/frameworks/client.md shows.
it('signs in through a popup, and shows the session in the page that opened it', async () => {
  const idp = createIdp()
  const site = await startClientSite({ secret: SECRET, trustHost: true, providers: [oidcFor(idp)] })
  const server = await launchBrowser()
  onTestFinished(async () => {
    await server.close()
    site.close()
  })
  const browser = await chromium.connect(server.wsEndpoint())
  const context = await browser.newContext({ baseURL: site.origin })
  await context.route(`${idp.issuer}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${idp.agree(route.request().url()).href.replaceAll('&', '&amp;')}">Agree</a>`,
    }),
  )
  // Closes the popup as soon as a component of its page knows the session.
  await context.addInitScript(() => {
    if (window.name !== 'sign-in') return
    const closeIfSignedIn = (): void => {
      if (document.title === 'authenticated Ann') window.close()
    }
    new MutationObserver(closeIfSignedIn).observe(document, { childList: true, subtree: true })
  })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(pagePath('React'))
  const opened = context.waitForEvent('page')
  await page.evaluate(async (redirectTo) => {
    const popup = window.open('', 'sign-in', 'popup,width=480,height=640')
    const { url } = await window.client.signIn('idp', { redirect: false, redirectTo })
    if (popup && url) popup.location.href = url
  }, pagePath('React'))
  const popup = await opened
  popup.setDefaultTimeout(10_000)
  const closed = popup.waitForEvent('close')
  await popup.getByText('Agree').click()
  await closed
  await page.waitForFunction(() => document.title === 'authenticated Ann')
  expect(page.url()).toBe(`${site.origin}${pagePath('React')}`)
})
