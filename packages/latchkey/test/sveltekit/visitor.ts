import { inject } from 'vitest'
import type { Browser } from '../kit/browser.ts'
import { visitorsOf } from '../kit/visitors.ts'

export { anonymous, shownBy } from '../kit/visitors.ts'

/** Where the application answers. */
export const site = inject('kitSite')
export const { ann, open, sessionOf } = visitorsOf(site, `${site}/auth`)

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
export async function submitByScript(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
): Promise<ActionResult> {
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
export async function dataOf(
  browser: Browser,
  path: string,
  variant?: string,
): Promise<{ text: string; response: Response }> {
  const response = await open(browser, `${path}/__data.json`, variant)
  return { text: await response.text(), response }
}
