import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { folder, places, test } from './browser.ts'

/** The variants of a section of `migrate/lucia.html`. */
const NEXT = '#nextjs'
const SVELTEKIT = '#sveltekit'

describe.for(places)('The site $place', ({ root }) => {
  test('opens its pages with and without a page load', async ({ open }) => {
    const page = await open(`${root}concepts/sessions.html`)
    await follow(page, '.VPSidebar', 'Callbacks', 'concepts/callbacks.html', root)
    // A link of the sidebar, which was rendered for another folder.
    await follow(page, '.VPSidebar', 'Roles', 'guides/roles.html', root)
    await follow(page, '.VPNavBarMenu', 'Providers', 'providers/', root)
    await page.reload({ waitUntil: 'networkidle' })
    await follow(page, 'main', 'Any OpenID provider', 'providers/oidc.html', root)
    await page.goBack()
    await page.waitForURL(`${root}providers/`)
    await page.locator('.VPNavBarTitle a').click()
    await page.waitForURL(root)
    await page.getByRole('heading', { name: 'Quick start' }).waitFor()
  })

  test('leads from an unknown address to its home page', async ({ open }) => {
    const page = await open(`${root}unknown/address.html`)
    await page.waitForFunction(
      (home) => document.querySelector<HTMLAnchorElement>('#home')?.href === home,
      root,
    )
    await page.getByRole('link', { name: 'documentation' }).click()
    await page.waitForURL(root)
  })

  test('shows the pictures of a page that was opened without a page load', async ({ open }) => {
    const page = await open(`${root}providers/index.html`)
    await follow(page, '.VPSidebar', 'Sessions', 'concepts/sessions.html', root, 'Concepts')
    const picture = page.locator('.vp-doc img:visible').first()
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  })
})

test('The pages can be read and followed from a disk, without a server', async () => {
  const browser = await chromium.connect(inject('browser'))
  const page = await browser.newPage()
  await page.goto(`${pathToFileURL(folder)}/index.html`)
  await page.getByRole('link', { name: 'Migrate from Auth.js' }).click()
  await page.getByRole('main').getByRole('link', { name: 'the core' }).first().click()
  expect(await page.locator('h1').textContent()).toContain('Compatibility')
  await page.goto(`${pathToFileURL(folder)}/migrate/lucia.html`)
  await page.locator(SVELTEKIT).waitFor()
  await page.locator(NEXT).waitFor()
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(background).toBe('rgb(255, 255, 255)')
  await browser.close()
})

describe('The framework', () => {
  test('stays chosen on other pages and after a reload', async ({ open }) => {
    const page = await open('migrate/lucia.html')
    await expectShown(page, NEXT, SVELTEKIT)
    await page.locator('.framework-menu.in-bar select').selectOption('SvelteKit')
    await expectShown(page, SVELTEKIT, NEXT)
    await page.reload()
    await expectShown(page, SVELTEKIT, NEXT)
    await page.goto('index.html')
    await page.locator('.landing-start').getByText('src/hooks.server.ts').waitFor()
    expect(await page.locator('.framework-menu.in-bar select').inputValue()).toBe('sveltekit')
  })

  test('is applied before the application starts', async ({ open }) => {
    const page = await open('migrate/lucia.html')
    await page.getByRole('group', { name: 'Framework' }).first().getByText('SolidStart').click()
    await page.route('**/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    await expectShown(page, '#solidstart', NEXT)
  })

  test('follows a link to a section of another framework', async ({ open }) => {
    const page = await open(`migrate/lucia.html${SVELTEKIT}`)
    await expectShown(page, SVELTEKIT, NEXT)
    await expect.poll(() => page.locator(SVELTEKIT).evaluate(isInView)).toBe(true)
    await page.evaluate(() => {
      location.hash = '#nextjs'
    })
    await expectShown(page, NEXT, SVELTEKIT)
  })

  test('decides which sections the outline lists', async ({ open }) => {
    const page = await open('migrate/lucia.html', { viewport: { width: 1400, height: 900 } })
    const outline = page.locator('.VPDocAsideOutline')
    await outline.getByRole('link', { name: 'Next.js', exact: true }).waitFor()
    expect(await outline.getByRole('link', { name: 'SvelteKit', exact: true }).isVisible()).toBe(false)
  })

  test('hides nothing without JavaScript', async ({ open }) => {
    const page = await open('migrate/lucia.html', { javaScriptEnabled: false })
    expect(await page.locator(NEXT).isVisible()).toBe(true)
    expect(await page.locator(SVELTEKIT).isVisible()).toBe(true)
    expect(await page.locator('.framework-tabs:visible, .framework-menu:visible').count()).toBe(0)
  })
})

test('The sidebar shows the pages below a page, also by keyboard', async ({ open }) => {
  const page = await open('concepts/sessions.html', { viewport: { width: 1400, height: 900 } })
  const sidebar = page.locator('.VPSidebar')
  const link = sidebar.getByRole('link', { name: 'Roles in Next.js' })
  await link.waitFor({ state: 'hidden' })
  await sidebar.getByRole('button', { name: 'Pages below Roles' }).press('Enter')
  await link.press('Enter')
  await page.waitForURL(/\/guides\/roles\/next\.html$/)
})

test('A link to a section that became a page opens the page', async ({ open }) => {
  const page = await open('reference/errors.html#error-types')
  await page.waitForURL(/\/reference\/error-types\.html$/)
  await page.getByRole('heading', { name: 'Error types', level: 1 }).waitFor()
})

test('A button copies the code of a file', async ({ open }) => {
  const page = await open('start/next.html', { permissions: ['clipboard-read', 'clipboard-write'] })
  const file = page.locator('.file', { hasText: 'app/api/auth/[...latchkey]/route.ts' })
  await file.hover()
  await file.getByRole('button', { name: 'Copy' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("import { handlers } from '../../../../auth'\n\nexport const { GET, POST } = handlers")
})

test('The list of pages for tools links to Markdown, like each page', async ({ open }) => {
  const page = await open('')
  const list = await (await page.request.get('llms.txt')).text()
  const links = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link = '']) => link)
  expect(links).toEqual(expect.arrayContaining(['start/next.md', 'providers/github.md', 'guides/roles.md']))
  for (const link of links)
    expect((await readFile(join(folder, link), 'utf8')).startsWith('# '), link).toBe(true)
  const html = await readFile(join(folder, 'concepts/sessions.html'), 'utf8')
  expect(html).toContain('<link rel="alternate" type="text/markdown" href="../concepts/sessions.md">')
})

test.for([
  ['latchkey/react', ['signIn', 'signOut', 'getSession']],
  ['latchkey/sveltekit/client', ['signIn', 'signOut', 'getSession']],
] as const)('The reference of %s lists callable exports as functions', async ([entry, names], { open }) => {
  const page = await open(`api/${entry}.html`)
  const headings = await page.locator('.vp-doc :is(h2, h3)').evaluateAll((all) => all.map(({ id }) => id))
  const end = headings.findIndex((id, index) => index > 0 && /^(variables|classes|interfaces)$/.test(id))
  expect(headings.slice(0, end)).toEqual(
    expect.arrayContaining(['functions', ...names.map((name) => name.toLowerCase())]),
  )
})

/** What developers type, and the page that must be among the first three results. */
const QUESTIONS = [
  ['logout', 'sign-out'],
  ['log out on all devices', 'guides/sign-out-everywhere'],
  ['2FA', 'guides/second-factor'],
  ['JWT secret', 'reference/configuration|sessions'],
  ['middleware', 'guides/protect-a-page#protect-all-pages|frameworks/next/proxy'],
  ['refresh token rotation', 'guides/provider-api'],
  ['NEXTAUTH_URL', 'reference/configuration|migrate/auth-js|next-auth-4'],
  ['MissingSecret', '/error-types#missingsecret|operate/troubleshooting'],
  ['rate limit', 'operate/security#rate-limits'],
  ['nginx', 'frameworks/next#nginx|deploy/reverse-proxy'],
  ['magic link', 'sign-in/email'],
  ['email', '/sign-in/email#'],
  ['RBAC', 'guides/roles'],
  ['bcrypt', 'sign-in/passwords/bring-your-users#formats'],
  ['preview deployment', 'deploy/redirect-proxy'],
  ['postgres', 'databases/postgresql'],
  ['webauthn', 'sign-in/passkeys'],
  ['forgot password', 'sign-in/passwords'],
  ['google', 'providers/google'],
  ['cookie name', 'reference/configuration#cookies'],
  ['back-channel logout', 'guides/backchannel-logout'],
  ['google login sveltekit', 'providers/google'],
  ['is it safe to run on two servers', 'operate/several-processes'],
  ['what breaks in the next version', 'project/stability'],
  [
    'which function throws TokensExpired',
    'error-types#tokensexpired|operate/troubleshooting#tokensexpired|guides/provider-api#when-it-fails',
  ],
  [
    'what does signIn accept',
    'frameworks/next#arguments-of-signin|frameworks/sveltekit#properties-of-signin|frameworks/client#options-of-',
  ],
  ['link two accounts same email', 'account-linking'],
  ['invite only registration', 'callbacks#restrict-who-can-sign-in|callbacks#invite-only'],
  ['block disabled user', 'callbacks#block-a-user'],
  ['remember me', 'sessions#remember-me'],
  ['delete account', 'account-linking#delete-a-user'],
  ['change email address', 'sign-in/email#change-the-e-mail-address'],
  ['user id in session', 'callbacks#add-the-user-id'],
  ['add field to user', 'callbacks#add-a-field'],
  ['single page application', 'guides/single-page-application'],
  ['vite proxy', 'guides/single-page-application'],
  ['audit log', 'reference/configuration#audit-log'],
  ['bearer token', 'guides/mobile-apps#issue-and-check-tokens'],
  ['redirect after login', 'guides/protect-a-page#return-to-the-page'],
  ['unlock a user', 'operate/security#unlock-a-user'],
  ['monitoring alerts', 'operate/operations#monitor'],
  ['session expired', 'sessions#what-ends-a-session'],
  ['flutter', 'guides/mobile-apps'],
  ['csrf error after login', 'operate/troubleshooting/sign-in#csrf-error'],
  ['redirect to login page loop', 'operate/troubleshooting#redirect-loop'],
  [
    'session undefined in layout',
    'operate/troubleshooting#datasession|frameworks/sveltekit#read-the-session',
  ],
  ['upgrade sveltekit', 'frameworks/sveltekit/upgrade'],
  ['microservice', 'reference/tokens#session-tokens'],
  ['react native', 'guides/mobile-apps#sign-in-from-an-app'],
  ['impersonate a user', 'project/roadmap#not-planned'],
  ['secret leaked', 'operate/operations#the-secret-leaked'],
  ['restore a backup', 'operate/operations#back-up-and-restore|docker#restore'],
  ['install', 'start/next'],
] as const

// In one page, because a page loads the whole index.
test('The search finds the page for each question', { timeout: 120_000 }, async ({ open }) => {
  const page = await open('concepts/sessions.html')
  await page.keyboard.press('Control+k')
  for (const [question, expected] of QUESTIONS) {
    await page.locator('.search-input').fill(question)
    await expect
      .poll(async () => (await firstResults(page)).join('\n'), { timeout: 10_000, message: question })
      .toMatch(new RegExp(expected.replaceAll('#', '\\.html#')))
  }
  const [first = ''] = await firstResults(page)
  await page.locator('.results .result').first().click()
  await page.waitForURL(new URL(first, page.url()).href)
})

/** Moves to a page with a link. */
async function follow(
  page: Page,
  place: string,
  name: string,
  path: string,
  root: string,
  group?: string,
): Promise<void> {
  if (group !== undefined) await page.locator(place).getByRole('button', { name: group }).first().click()
  await page.locator(place).getByRole('link', { name, exact: true }).first().click()
  await page.waitForURL(`${root}${path}`)
  await page.locator('h1').first().waitFor()
}

async function expectShown(page: Page, shown: string, hidden: string): Promise<void> {
  await page.locator(shown).waitFor()
  await page.locator(hidden).waitFor({ state: 'hidden' })
}

function isInView(element: Element): boolean {
  const { top } = element.getBoundingClientRect()
  return top >= 0 && top < innerHeight
}

/** Returns the paths of the first three results. */
async function firstResults(page: Page): Promise<string[]> {
  const links = await page
    .locator('.results .result')
    .evaluateAll((results) => results.slice(0, 3).map((result) => result.getAttribute('href') ?? ''))
  return links
}
