import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createVisitors } from '@latchkey/test-support/kit/visitors.ts'
import { inject } from 'vitest'

export { anonymous, shownBy } from '@latchkey/test-support/kit/visitors.ts'

/** The origin of the application. */
export const site = inject('kitSite')
const base = `${site}/auth`
export const visitors = { site, base, ...createVisitors(site, base) }
export const { ada, ann, open, readSession } = visitors

/** Submits a form from the page `/forms` as a browser without JavaScript does. */
export function submit(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return browser.post(`${site}${path}`, fields, { referer: `${site}/forms`, ...headers })
}

/** Submits a form as `use:enhance` does. @returns the result that the script receives */
export async function submitByScript(
  browser: Browser,
  path: string,
  fields: Record<string, string>,
): Promise<ActionResult> {
  const headers = { accept: 'application/json', 'x-sveltekit-action': 'true' }
  return (await submit(browser, path, fields, headers)).json()
}

/** The result of an action that SvelteKit sends to its script. */
export interface ActionResult {
  readonly type: string
  readonly location?: string
  readonly status?: number
  /** Data in the serialization format of SvelteKit. */
  readonly data?: string
}

/** Requests the data of a page as SvelteKit's script does for a navigation. */
export async function requestData(
  browser: Browser,
  path: string,
  variant?: string,
): Promise<{ text: string; response: Response }> {
  const response = await open(browser, `${path}/__data.json`, variant)
  return { text: await response.text(), response }
}
