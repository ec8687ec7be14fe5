import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createVisitors } from '@latchkey/test-support/kit/visitors.ts'
import { inject } from 'vitest'

export { anonymous, shownBy } from '@latchkey/test-support/kit/visitors.ts'

/** The origin of the application. */
export const site = inject('site')
const base = `${site}/api/auth`
export const visitors = { site, base, ...createVisitors(site, base) }
export const { ann, call, open, toOutcome, readSession } = visitors
const { own } = visitors

/** Submits the form of a server action as a browser without JavaScript does. */
export async function submit(
  browser: Browser,
  button: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
  path = '/forms',
): Promise<Response> {
  const body = toForm({ [`$ACTION_ID_${await findAction(browser, button, path)}`]: '', ...fields })
  return browser.send(`${site}${path}`, { method: 'POST', headers: own(headers), body })
}

/** Calls the server action of a form as the scripts of Next.js do. */
export async function submitByScript(
  browser: Browser,
  button: string,
  fields: Record<string, string>,
): Promise<Response> {
  const headers = own({ accept: 'text/x-component', 'next-action': await findAction(browser, button) })
  const body = toForm(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`_1_${name}`, value])),
  )
  // The arguments of the action come last. The first argument is the form.
  body.set('0', '["$K1"]')
  return browser.send(`${site}/forms`, { method: 'POST', headers, body })
}

/** Returns the id of the server action behind a button. */
async function findAction(browser: Browser, button: string, path = '/forms'): Promise<string> {
  const html = await (await open(browser, path)).text()
  const form = html.split('</form>').find((part) => part.includes(`>${button}<`)) ?? ''
  const [, id = ''] = /name="\$ACTION_ID_([^"]+)"/.exec(form) ?? []
  return id
}

function toForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
