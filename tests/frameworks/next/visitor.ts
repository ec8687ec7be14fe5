import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { visitorsOf } from '@latchkey/test-support/kit/visitors.ts'
import { inject } from 'vitest'

export { anonymous, shownBy } from '@latchkey/test-support/kit/visitors.ts'

/** The origin of the application. */
export const site = inject('site')
const base = `${site}/api/auth`
export const visitors = { site, base, ...visitorsOf(site, base) }
export const { ann, call, open, outcomeOf, sessionOf } = visitors
const { own } = visitors

/** Submits the form of a server action as a browser without JavaScript does. */
export async function submit(
  browser: Browser,
  button: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
  path = '/forms',
): Promise<Response> {
  const body = formOf({ [`$ACTION_ID_${await actionOf(browser, button, path)}`]: '', ...fields })
  return browser.send(`${site}${path}`, { method: 'POST', headers: own(headers), body })
}

/** Calls the server action of a form as the scripts of Next.js do. */
export async function submitByScript(
  browser: Browser,
  button: string,
  fields: Record<string, string>,
): Promise<Response> {
  const headers = own({ accept: 'text/x-component', 'next-action': await actionOf(browser, button) })
  const body = formOf(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`_1_${name}`, value])),
  )
  // The arguments of the action come last. The first argument is the form.
  body.set('0', '["$K1"]')
  return browser.send(`${site}/forms`, { method: 'POST', headers, body })
}

/** Returns the id of the server action behind a button. */
async function actionOf(browser: Browser, button: string, path = '/forms'): Promise<string> {
  const html = await (await open(browser, path)).text()
  const form = html.split('</form>').find((part) => part.includes(`>${button}<`)) ?? ''
  const [, id = ''] = /name="\$ACTION_ID_([^"]+)"/.exec(form) ?? []
  return id
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
