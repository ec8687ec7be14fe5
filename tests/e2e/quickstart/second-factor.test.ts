import { open, press, signInAtProvider } from '@latchkey/test-support/browser/steps.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { expect, onTestFinished, test } from 'vitest'
import { codeAt } from '../../../packages/latchkey/src/second-factor/totp.ts'
import { startQuickstart } from './application.ts'

const USER = 'Ada Lovelace'

test('the files of "Second factor" in a new application with Next.js set up, use and remove one', async () => {
  const { url, stop } = await startQuickstart('next', '/api/auth', [
    { page: 'docs/start/next.md' },
    { page: 'docs/guides/second-factor.md' },
  ])
  onTestFinished(stop)
  const browser = new Browser()
  const list = await signIn(browser, url)
  expect(await readText(list.response)).toContain('0 recovery codes left.')

  const page = await open(browser, `${url}/security/add`)
  const html = await page.response.text()
  const secret = /the key (\w{32})/.exec(html.replaceAll('<!-- -->', ''))?.[1] ?? ''
  const shown = (): { url: string; response: Response } => ({ url: page.url, response: new Response(html) })
  const wrong = await press(browser, shown(), 'Continue', { code: '000000' })
  expect(await readText(wrong)).toContain('This code is wrong.')
  const added = await press(browser, shown(), 'Continue', { code: await currentCode(secret) })
  const [recoveryCode = ''] = (await readText(added)).match(/(?:\w{4}-){5}\w{4}/g) ?? []
  expect(recoveryCode).not.toBe('')

  // The phone is lost: a recovery code signs in, and removes the app.
  const other = new Browser()
  const verify = await signIn(other, url)
  expect(verify.url).toBe(`${url}/api/auth/verify`)
  expect(await (await other.get(`${url}/api/auth/session`)).json()).toBeNull()
  const confirmed = await press(other, verify, 'Continue', { code: recoveryCode })
  expect(confirmed.headers.get('location')).toBe(`${url}/security`)
  const factors = await open(other, `${url}/security`)
  const text = await factors.response.text()
  expect(text.replaceAll('<!-- -->', '')).toContain('9 recovery codes left.')
  await press(other, { url: factors.url, response: new Response(text) }, 'Remove')
  expect(await readText((await open(other, `${url}/security`)).response)).toContain('0 recovery codes left.')
  expect((await signIn(new Browser(), url)).url).toBe(`${url}/security`)
})

/** Signs in at the provider, and follows the redirects. */
async function signIn(browser: Browser, url: string): Promise<{ url: string; response: Response }> {
  const signInPage = await open(browser, `${url}/api/auth/signin?callbackUrl=/security`)
  return signInAtProvider(browser, await press(browser, signInPage, 'GitHub'), USER)
}

async function readText(response: Response): Promise<string> {
  return (await response.text()).replaceAll('<!-- -->', '')
}

function currentCode(secret: string): Promise<string> {
  return codeAt(secret, Math.floor(Date.now() / 30_000))
}
