import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { english } from '../../src/pages/texts.ts'
import { expectAccessible, expectFits, LAYOUTS } from './accessible.ts'
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

/**
 * Opens a page in a new browser context; `problems` are its console messages, errors and
 * cross-origin requests.
 */
async function open(): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(site.origin) && !request.url().startsWith('data:'))
      problems.push(`request: ${request.url()}`)
  })
  return { page, context, problems }
}

/** Leaves out the console message about a page with an error status, which is expected. */
function unexpected(problems: readonly string[]): readonly string[] {
  return problems.filter(
    (problem) => !/^error: Failed to load resource: .* status of (?:4|5)\d\d/.test(problem),
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
/** Pages that differ from one another only in their texts. */
const textVariants = [
  ...[...Object.keys(english.signInErrors), 'unknown'].map((error) => `signin?error=${error}`),
  ...[...Object.keys(english.errors), 'unknown'].map((error) => `error?error=${error}`),
]

async function expectLanguage(page: Page, lang: string, direction: string): Promise<void> {
  expect(
    await page.evaluate(() => ({
      lang: document.documentElement.lang,
      direction: getComputedStyle(document.documentElement).direction,
    })),
  ).toEqual({ lang, direction })
  expect(await page.title()).toBe(await page.locator('h1').textContent())
}

describe.each([
  { name: 'ltr', lang: 'en', direction: 'ltr' },
  { name: 'rtl', lang: 'ar', direction: 'rtl' },
])('every page, written $direction,', ({ name, lang, direction }) => {
  // proves §15, P-PG-3, P-PG-4
  it('is accessible in all layouts and sends no cross-origin request', async () => {
    const { page, context, problems } = await open()
    for (const path of [...pages, ...failures]) {
      await page.goto(`${site.origin}/${name}/${path}`)
      await expectLanguage(page, lang, direction)
      await expectAccessible(page)
    }
    expect(unexpected(problems)).toEqual([])
    await context.close()
  })

  it('is accessible with each error in its URL', async () => {
    const { page, context, problems } = await open()
    for (const [index, path] of textVariants.entries()) {
      await page.goto(`${site.origin}/${name}/${path}`)
      await expectLanguage(page, lang, direction)
      if (name === 'ltr')
        await expectAccessible(page, LAYOUTS.slice(index % LAYOUTS.length, (index % LAYOUTS.length) + 1))
      else await expectFits(page, 320)
    }
    expect(unexpected(problems)).toEqual([])
    await context.close()
  })

  it('is accessible for a link opened in another browser and an invalid configuration', async () => {
    const requester = await open()
    await requester.page.goto(`${site.origin}/${name}/signin?email=ann@example.com`)
    await requester.page.locator('input[type=email]').press('Enter')
    await requester.page.waitForURL('**/verify-request?**')
    await requester.context.close()
    const { page, context, problems } = await open()
    for (const url of [
      links.at(-1) ?? '',
      `${site.origin}/${name === 'ltr' ? 'broken' : 'brokenRtl'}/signin`,
    ]) {
      await page.goto(url)
      await expectLanguage(page, lang, direction)
      await expectAccessible(page)
    }
    expect(unexpected(problems)).toEqual([])
    await context.close()
  })
})

// proves CFG-38
it.each([
  ['many', LAYOUTS],
  ['yellow', LAYOUTS.slice(0, 2)],
  ['black', LAYOUTS.slice(0, 1)],
  ['white', LAYOUTS.slice(1, 2)],
] as const)('the sign-in page of the application "%s" is accessible', async (name, layouts) => {
  const { page, context, problems } = await open()
  await page.goto(`${site.origin}/${name}/signin?error=CredentialsSignin`)
  await expectAccessible(page, layouts)
  expect(unexpected(problems)).toEqual([])
  await context.close()
})

// proves WEB-18
it('an error has a border with forced colours', async () => {
  const { page, context } = await open()
  await page.goto(`${site.origin}/ltr/signin?error=CredentialsSignin`)
  const readBorder = (): Promise<string> =>
    page.getByRole('alert').evaluate((node) => getComputedStyle(node).borderTopWidth)
  expect(await readBorder()).toBe('0px')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await readBorder()).toBe('2px')
  await context.close()
})

// proves WEB-19
it.each([
  { name: 'white', colorScheme: 'light', isLikeCard: true },
  { name: 'yellow', colorScheme: 'light', isLikeCard: true },
  { name: 'yellow', colorScheme: 'dark', isLikeCard: false },
  { name: 'black', colorScheme: 'dark', isLikeCard: true },
  { name: 'ltr', colorScheme: 'light', isLikeCard: false },
] as const)(
  'the main button of "$name" in $colorScheme has the edge of a field if it looks like the card: $isLikeCard',
  async ({ name, colorScheme, isLikeCard }) => {
    const { page, context } = await open()
    await page.emulateMedia({ colorScheme })
    await page.goto(`${site.origin}/${name}/signin`)
    const readEdge = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((node) => getComputedStyle(node).borderTopColor)
    const edges = { button: await readEdge('button:not(.quiet)'), field: await readEdge('input[type=email]') }
    expect(edges.button === edges.field).toBe(isLikeCard)
    await context.close()
  },
)

// proves WEB-20
it('English texts of a right-to-left page are written from left to right, on the right side', async () => {
  const { page, context } = await open()
  await page.goto(`${site.origin}/rtlEnglish/signin?error=CredentialsSignin`)
  const places = await page.evaluate(() => {
    const findPlace = (node: Node, start: number): { left: number; right: number } => {
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, start + 1)
      return range.getBoundingClientRect()
    }
    const button = [...document.querySelectorAll('.provider')].at(0) as HTMLElement
    const icon = button.querySelector('.icon') as Element
    const label = button.querySelector('span:last-child') as HTMLElement
    const name = label.querySelector('bdi')?.firstChild as Text
    const error = document.querySelector('[role=alert]') as HTMLElement
    const sentence = error.firstChild as Text
    const findLast = (text: Text): { left: number; right: number } => findPlace(text, text.length - 1)
    return {
      isNameAfterText: findPlace(name, 0).left > findPlace(label.firstChild as Node, 0).left,
      isIconAtRight: button.getBoundingClientRect().right - icon.getBoundingClientRect().right < 20,
      isNameBeforeIcon: findLast(name).right < icon.getBoundingClientRect().left,
      isDotAfterText: findLast(sentence).left > findPlace(sentence, 0).left,
      isSentenceAtRight: error.getBoundingClientRect().right - findLast(sentence).right < 40,
    }
  })
  expect(places).toEqual({
    isNameAfterText: true,
    isIconAtRight: true,
    isNameBeforeIcon: true,
    isDotAfterText: true,
    isSentenceAtRight: true,
  })
  await context.close()
})

it('the sign-in page shows the logo of the theme and the icons of providers', async () => {
  const { page, context } = await open()
  await page.goto(`${site.origin}/yellow/signin`)
  expect(
    await page.locator('.logo').evaluate((image) => (image as HTMLImageElement).naturalWidth),
  ).toBeGreaterThan(0)
  const icon = page.locator('svg.icon').first()
  const shown = await icon.evaluate((node) => {
    const path = node.querySelector('path') as Element
    return { fill: getComputedStyle(path).fill, width: path.getBoundingClientRect().width }
  })
  expect(shown).toEqual({ fill: 'rgb(36, 41, 47)', width: expect.closeTo(20, 0) })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await icon.locator('path').evaluate((node) => getComputedStyle(node).fill)).toBe(
    'rgb(236, 238, 242)',
  )
  await context.close()
})

it('the sign-in page shows a message when the browser did not keep its cookie', async () => {
  const { page, context } = await open()
  await page.goto(`${site.origin}/ltr/signin`)
  await context.clearCookies()
  await page.locator('input[type=email]').first().fill('ann@example.com')
  await page.locator('input[type=email]').first().press('Enter')
  await page.waitForURL('**/signin?error=MissingCookie&reference=*')
  expect(await page.getByRole('alert').first().textContent()).toBe(english.signInErrors.MissingCookie)
  await context.close()
})

it('the sign-in page has roles and labels for screen readers', async () => {
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
      '  - textbox "User name" [invalid]',
      '  - text: Password',
      '  - textbox "Password" [invalid]',
      '  - button "Sign in with your password"',
    ].join('\n'),
  )
  await context.close()
})

describe('the keyboard', () => {
  it.each(['ltr', 'rtl'])('reaches every control in reading order with a visible focus: %s', async (name) => {
    const { page, context } = await open()
    for (const path of ['signin', 'signout', 'verify-request', 'error?error=Verification']) {
      await page.goto(`${site.origin}/${name}/${path}`)
      const stops = await page.locator('a, button, input:not([type=hidden])').all()
      for (const stop of stops) {
        await page.keyboard.press('Tab')
        const focus = await stop.evaluate((node) => ({
          isActive: document.activeElement === node,
          outline: getComputedStyle(node).outlineStyle,
        }))
        expect(focus).toEqual({ isActive: true, outline: 'solid' })
      }
    }
    await context.close()
  })

  it('signs in with Enter in a field and signs out with Enter on the button', async () => {
    const { page, context, problems } = await open()
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
    expect(unexpected(problems)).toEqual([])
    await context.close()
  })

  // proves §12.1
  it('confirms a link in another browser with Enter on the only button', async () => {
    const requester = await open()
    await requester.page.goto(`${site.origin}/ltr/signin?email=bob@example.com&callbackUrl=/ltr/session`)
    await requester.page.locator('input[type=email]').press('Enter')
    await requester.page.waitForURL('**/verify-request?**')
    await requester.context.close()
    const { page, context } = await open()
    await page.goto(links.at(-1) ?? '')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // The target is followed only in the browser that requested the link.
    await page.waitForURL(`${site.origin}/`)
    await page.goto(`${site.origin}/ltr/session`)
    await page.getByText('bob@example.com').waitFor()
    await context.close()
  })
})
