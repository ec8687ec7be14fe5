import { inject } from 'vitest'
import { Browser } from '../kit/browser.ts'

/** Where the application answers. */
export const site = inject('kitSite')

/** A session as the application's callbacks make it. */
export interface Shown {
  readonly user: { readonly name: string; readonly email: string }
  readonly expires: string
  readonly madeFor: string
  readonly reading: string
  readonly count?: number
}

/** Somebody without cookies. */
export function stranger(): Browser {
  return new Browser()
}

/** Somebody who is signed in, by the library's own form. */
export async function ann(email = 'ann@example.com', address = site): Promise<Browser> {
  const browser = stranger()
  await browser.post(`${address}/auth/callback/credentials`, { email, password: 'right' })
  return browser
}

/** Opens a page. `variant` chooses how the application is configured. */
export function open(browser: Browser, path: string, variant?: string): Promise<Response> {
  return browser.get(`${site}${path}`, variant === undefined ? {} : { 'x-variant': variant })
}

/** The sessions that a page or endpoint shows, in their order; that of the layout first. */
export async function shownBy(response: Response): Promise<(Shown | null)[]> {
  const text = await response.text()
  if (response.headers.get('content-type')?.startsWith('application/json')) return [JSON.parse(text)].flat()
  return [...text.matchAll(/<pre[^>]*>(.*?)<\/pre>/g)].map(([, json = '']) =>
    JSON.parse(json.replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  )
}

/** The session that `GET /auth/session` tells. */
export async function sessionOf(browser: Browser, address = site): Promise<Shown | null> {
  return (await browser.get(`${address}/auth/session`)).json()
}

/** Sends a form as a browser does without JavaScript, from the page `/forms`. */
export function submit(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return browser.post(`${site}${path}`, fields, { referer: `${site}/forms`, ...headers })
}

/** Sends a form as `use:enhance` does. @returns what the script is told */
export async function submitByScript(browser: Browser, path: string, fields: Record<string, string>): Promise<ActionResult> {
  const headers = { accept: 'application/json', 'x-sveltekit-action': 'true' }
  return (await submit(browser, path, fields, headers)).json()
}

/** What SvelteKit tells its script. */
export interface ActionResult {
  readonly type: string
  readonly location?: string
  readonly status?: number
  /** As SvelteKit writes data. */
  readonly data?: string
}

/** The cookies that a response sets, by name. */
export function setBy(response: Response): string[] {
  return response.headers.getSetCookie().map((header) => header.split('=', 1)[0] ?? '')
}

/** What SvelteKit's script asks for when it goes to a page, as the text that it gets. */
export async function dataOf(browser: Browser, path: string, variant?: string): Promise<{ text: string; response: Response }> {
  const response = await open(browser, `${path}/__data.json`, variant)
  return { text: await response.text(), response }
}
