import axe, { type AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../e2e/launch-browser.ts'
import { english } from '../../src/pages/texts.ts'
import { applications, links } from './applications.ts'
import { type Site, startSite } from './site.ts'

let site: Site
let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser

beforeAll(async () => {
  ;[site, server] = await Promise.all([startSite(applications), launchBrowser()])
  browser = await chromium.connect(server.wsEndpoint())
})
afterAll(async () => {
  await Promise.all([site.close(), server.close()])
})

/** A page in a browser of its own, and everything that it said or asked of others. */
async function open(): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(site.origin) && !request.url().startsWith('data:'))
      complaints.push(`request: ${request.url()}`)
  })
  return { page, context, complaints }
}

/** A page that was answered with an error is told by the browser's console, too; nothing else may be. */
function unexpected(complaints: readonly string[]): readonly string[] {
  return complaints.filter(
    (complaint) => !/^error: Failed to load resource: .* status of (?:4|5)\d\d/.test(complaint),
  )
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']

/** What axe finds, a line each. Evaluated by the browser's debugger, so no policy of the page is in its way. */
async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const results = await page.evaluate<AxeResults>(
    `axe.run({ runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] })`,
  )
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

const pages = [
  'signin',
  'signin?email=ann@example.com',
  'signout',
  'verify-request',
  'error?error=Verification',
  'nowhere',
]
const failures = ['signin', 'error'].map((action) => `${action}?error=Configuration&reference=0a1b2c3d`)
/** These differ from one another in their words only. */
const words = [
  ...[...Object.keys(english.signInErrors), 'unheard-of'].map((word) => `signin?error=${word}`),
  ...[...Object.keys(english.errors), 'unheard-of'].map((word) => `error?error=${word}`),
]

const LOOKS = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

async function expectSound(page: Page, looks: readonly (typeof LOOKS)[number][] = LOOKS): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme })
    await expectFits(page, width)
    expect(await findings(page)).toEqual([])
  }
}

async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 720 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

async function expectWritten(page: Page, lang: string, direction: string): Promise<void> {
  expect(
    await page.evaluate(() => [
      document.documentElement.lang,
      getComputedStyle(document.documentElement).direction,
    ]),
  ).toEqual([lang, direction])
  expect(await page.title()).toBe(await page.locator('h1').textContent())
}

describe.each([
  ['ltr', 'en', 'ltr'],
  ['rtl', 'ar', 'rtl'],
])('every page, written %s,', (name, lang, direction) => {
  // proves §15, P-PG-3, P-PG-4
  it('is accessible, narrow and wide, light and dark, and asks nobody else for anything', async () => {
    const { page, context, complaints } = await open()
    for (const path of [...pages, ...failures]) {
      await page.goto(`${site.origin}/${name}/${path}`)
      await expectWritten(page, lang, direction)
      await expectSound(page)
    }
    expect(unexpected(complaints)).toEqual([])
    await context.close()
  })

  it('is so with every word in the URL', async () => {
    const { page, context, complaints } = await open()
    for (const [index, path] of words.entries()) {
      await page.goto(`${site.origin}/${name}/${path}`)
      await expectWritten(page, lang, direction)
      if (name === 'ltr')
        await expectSound(page, LOOKS.slice(index % LOOKS.length, (index % LOOKS.length) + 1))
      else await expectFits(page, 320)
    }
    expect(unexpected(complaints)).toEqual([])
    await context.close()
  })

  it('also that of a link which was opened elsewhere, and that of a broken configuration', async () => {
    const asking = await open()
    await asking.page.goto(`${site.origin}/${name}/signin?email=ann@example.com`)
    await asking.page.locator('input[type=email]').press('Enter')
    await asking.page.waitForURL('**/verify-request?**')
    await asking.context.close()
    const { page, context, complaints } = await open()
    for (const url of [
      links.at(-1) ?? '',
      `${site.origin}/${name === 'ltr' ? 'broken' : 'brokenRtl'}/signin`,
    ]) {
      await page.goto(url)
      await expectWritten(page, lang, direction)
      await expectSound(page)
    }
    expect(unexpected(complaints)).toEqual([])
    await context.close()
  })
})

// proves CFG-38
it.each([
  ['many', LOOKS],
  ['yellow', LOOKS.slice(0, 2)],
  ['black', LOOKS.slice(0, 1)],
  ['white', LOOKS.slice(1, 2)],
] as const)('the sign-in page of the application "%s" is as sound', async (name, looks) => {
  const { page, context, complaints } = await open()
  await page.goto(`${site.origin}/${name}/signin?error=CredentialsSignin`)
  await expectSound(page, looks)
  expect(unexpected(complaints)).toEqual([])
  await context.close()
})

it('a picture of the theme and a mark of a provider are shown', async () => {
  const { page, context } = await open()
  await page.goto(`${site.origin}/yellow/signin`)
  expect(
    await page.locator('.logo').evaluate((image) => (image as HTMLImageElement).naturalWidth),
  ).toBeGreaterThan(0)
  const icon = page.locator('svg.icon').first()
  const shown = await icon.evaluate((node) => {
    const { backgroundColor, fill } = getComputedStyle(node)
    return { backgroundColor, fill, width: node.querySelector('path')?.getBoundingClientRect().width ?? 0 }
  })
  expect(shown).toEqual({
    backgroundColor: 'rgb(36, 41, 47)',
    fill: 'rgb(255, 255, 255)',
    width: expect.closeTo(17, 0),
  })
  await context.close()
})

it('a screen reader hears what each thing is', async () => {
  const { page, context } = await open()
  await page.goto(`${site.origin}/ltr/signin?error=CredentialsSignin`)
  expect(await page.locator('main').ariaSnapshot()).toBe(
    [
      '- main:',
      '  - heading "Sign in" [level=1]',
      '  - alert: Incorrect details. Check them and try again.',
      ...['GitHub', 'Google', 'Keycloak', 'Auth0'].map((provider) => `  - button "Sign in with ${provider}"`),
      '  - text: or E-mail',
      '  - textbox "E-mail"',
      '  - button "Sign in with e-mail"',
      '  - text: or User name',
      '  - textbox "User name"',
      '  - text: Password',
      '  - textbox "Password"',
      '  - button "Sign in with your password"',
    ].join('\n'),
  )
  await context.close()
})

describe('the keyboard', () => {
  it.each(['ltr', 'rtl'])(
    'reaches everything in the order in which it is read, and shows where it is: %s',
    async (name) => {
      const { page, context } = await open()
      for (const path of ['signin', 'signout', 'verify-request', 'error?error=Verification']) {
        await page.goto(`${site.origin}/${name}/${path}`)
        const stops = await page.locator('a, button, input:not([type=hidden])').all()
        for (const stop of stops) {
          await page.keyboard.press('Tab')
          const shown = await stop.evaluate((node) => [
            document.activeElement === node,
            getComputedStyle(node).outlineStyle,
          ])
          expect(shown).toEqual([true, 'solid'])
        }
      }
      await context.close()
    },
  )

  it('signs in by Enter in a field, and out by Enter on the button', async () => {
    const { page, context, complaints } = await open()
    await page.goto(`${site.origin}/ltr/signin?callbackUrl=/ltr/session`)
    await page.getByRole('textbox', { name: 'User name' }).focus()
    await page.keyboard.type('ann')
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByRole('textbox', { name: 'User name' }).fill('ann')
    await page.getByRole('textbox', { name: 'Password' }).fill('right')
    await page.keyboard.press('Enter')
    await page.getByText('ann@example.com').waitFor()
    await page.goto(`${site.origin}/ltr/signout?callbackUrl=/ltr/session`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('null').waitFor()
    expect(unexpected(complaints)).toEqual([])
    await context.close()
  })

  // proves §12.1
  it('opens a link elsewhere by Enter on the only button', async () => {
    const asking = await open()
    await asking.page.goto(`${site.origin}/ltr/signin?email=bob@example.com&callbackUrl=/ltr/session`)
    await asking.page.locator('input[type=email]').press('Enter')
    await asking.page.waitForURL('**/verify-request?**')
    await asking.context.close()
    const { page, context } = await open()
    await page.goto(links.at(-1) ?? '')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('bob@example.com').waitFor()
    await context.close()
  })
})
