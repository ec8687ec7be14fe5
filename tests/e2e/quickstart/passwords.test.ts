import { type RunningInbox, startInbox } from '@latchkey/test-support/servers/inbox.ts'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startQuickstart } from './application.ts'
import { inNewPage, openBrowser } from './sign-in.ts'

const EMAIL = 'grace@example.com'
const FIRST = 'seven green kettles hum'
const SECOND = 'nine quiet harbours at dawn'
const THIRD = 'twelve brass lanterns swing'

/** SvelteKit responds to a form with a mistake with the status of `fail`, which browsers log. */
const REFUSED_FORM = 'Failed to load resource: the server responded with a status of 400 (Bad Request)'

/** What a reader copies from "Getting started" of each framework, besides the page "Passwords". */
const FRAMEWORKS = [
  {
    name: 'next',
    basePath: '/api/auth',
    page: 'passwords.md',
    from: ['app/api/auth/[...latchkey]/route.ts'],
  },
  {
    name: 'sveltekit',
    basePath: '/auth',
    page: 'passwords/sveltekit.md',
    from: ['src/hooks.server.ts', 'src/app.d.ts'],
  },
  {
    name: 'solid-start',
    basePath: '/api/auth',
    page: 'passwords/solid-start.md',
    from: [
      'src/routes/api/auth/[...latchkey].ts',
      'src/middleware/index.ts',
      'vite.config.ts',
      'src/global.d.ts',
    ],
  },
] as const

const OTHERS = [
  'src/auth.ts',
  '.env',
  'src/password-actions.ts',
  'src/routes/password.tsx',
  'src/routes/password/+page.server.ts',
  'src/routes/password/+page.svelte',
]

test.for(FRAMEWORKS)(
  'the page "Passwords" in a new application with $name signs up, resets and changes',
  async ({ name, basePath, page: guide, from }) => {
    const inbox = await startInbox()
    onTestFinished(() => inbox.close())
    const pages = [
      { page: `docs/start/${name}.md`, only: from },
      // The text of the first page includes those of the other frameworks.
      { page: `docs/sign-in/${guide}`, except: name === 'next' ? OTHERS : [] },
    ]
    const { url, stop } = await startQuickstart(name, basePath, pages, {
      variables: { AUTH_NODEMAILER_SERVER: inbox.smtpUrl },
    })
    onTestFinished(stop)
    await inNewPage(
      await openBrowser(),
      `passwords-${name}`,
      async (page, save) => {
        const base = `${url}${basePath}`

        // Signs up, with the code of the e-mail.
        await page.goto(`${base}/signup?callbackUrl=/password`)
        await page.getByLabel(/E-mail/).fill(EMAIL)
        await page.getByLabel('New password').fill(FIRST)
        await page.getByRole('button').click()
        await page.getByLabel('Code').fill(findIn(await readMail(inbox, 1), /\b\d{4}[ -]?\d{4}\b/))
        await page.getByRole('button').click()
        await page.waitForURL(`${url}/password`)
        await save('change')
        expect(await signedInAs(page, base)).toBe(EMAIL)

        // Resets the password, which ends the session.
        await page.goto(`${base}/reset`)
        await page.getByLabel(/E-mail/).fill(EMAIL)
        await page.getByRole('button').click()
        await page.getByRole('link').waitFor()
        await page.goto(findIn(await readMail(inbox, 2), /http:\S+token=\S+/))
        await page.getByLabel('New password').fill(SECOND)
        await page.getByRole('button').click()
        await page.waitForURL(`${base}/signin*`)
        expect(await signedInAs(page, base)).toBeUndefined()
        await signIn(page, base, SECOND)
        await page.waitForURL(`${url}/password`)

        // Changes it, after a wrong password.
        await change(page, FIRST, THIRD, 'The current password is wrong.')
        await change(page, SECOND, THIRD, 'Your password is changed.')
        await save('changed')
        await page.goto(`${base}/signout`)
        await page.getByRole('button').click()
        await page.waitForURL(`${url}/`)
        await signIn(page, base, THIRD)
        await page.waitForURL(`${url}/password`)
        expect(await signedInAs(page, base)).toBe(EMAIL)
      },
      name === 'sveltekit' ? [REFUSED_FORM] : [],
    )
  },
)

async function signIn(page: Page, base: string, password: string): Promise<void> {
  await page.goto(`${base}/signin?callbackUrl=/password`)
  await page.getByLabel(/E-mail/).fill(EMAIL)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button').click()
}

async function change(page: Page, current: string, next: string, message: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Current password').fill(current)
  await page.getByLabel('New password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('alert').getByText(message).waitFor()
}

/** Returns the address of the session that the browser has. */
async function signedInAs(page: Page, base: string): Promise<string | undefined> {
  const response = await page.request.get(`${base}/session`)
  return (await response.json())?.user?.email
}

/** Returns the text of an e-mail, by its number in the order of arrival. */
async function readMail({ url }: RunningInbox, number: number): Promise<string> {
  const response = await fetch(`${url}/messages?to=${EMAIL}&after=${number - 1}&wait=10000`)
  const mails = (await response.json()) as { text: string }[]
  return mails.at(-1)?.text ?? ''
}

function findIn(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[0]
  if (found === undefined) throw new Error(`The e-mail has no ${pattern}:\n${text}`)
  return found
}
