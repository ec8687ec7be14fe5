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

type Fields = Record<string, string>

/** Submits the form of an action as a browser without JavaScript does. */
export async function submit(
  browser: Browser,
  button: string,
  fields: Fields = {},
  headers: Fields = {},
  path = '/forms',
): Promise<Response> {
  const { action, hasFiles } = await toForm(browser, button, path)
  return browser.send(`${site}${action}`, {
    method: 'POST',
    headers: own(headers),
    body: toBody(fields, hasFiles),
  })
}

/** Calls the action of a form as the scripts of SolidStart do, as a single-flight mutation. */
export async function submitByScript(
  browser: Browser,
  button: string,
  fields: Fields = {},
  headers: Fields = {},
): Promise<Response> {
  const { id, hasFiles } = await toForm(browser, button)
  const script = {
    'x-server-id': id,
    'x-server-instance': 'server-fn:0',
    'x-single-flight': 'true',
    'x-start-type': hasFiles ? '2' : '3',
  }
  return browser.send(`${site}/_server`, {
    method: 'POST',
    headers: own({ ...script, ...headers }),
    body: toBody(fields, hasFiles),
  })
}

/** Returns the URL and the id of the action behind a button. */
export async function toForm(
  browser: Browser,
  button: string,
  path = '/forms',
): Promise<{ action: string; id: string; hasFiles: boolean }> {
  const html = await (await open(browser, path)).text()
  const form = html.split('</form>').find((part) => part.includes(`>${button}<`)) ?? ''
  const [, action = ''] = /action="([^"]+)"/.exec(form) ?? []
  return {
    action,
    id: new URL(action, site).searchParams.get('id') ?? '',
    hasFiles: form.includes('multipart/form-data'),
  }
}

function toBody(fields: Fields, hasFiles: boolean): FormData | URLSearchParams {
  const body = hasFiles ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}
