import { inject } from 'vitest'
import { Browser } from '../kit/browser.ts'

/** Where the application answers. */
export const site = inject('site')

/** A session as the application's callbacks make it. */
export interface Shown {
  readonly user: { readonly name: string; readonly email: string }
  readonly expires: string
  readonly madeFor: string | null
  readonly reading: string
  readonly count?: number
}

/** Somebody without cookies. */
export function stranger(): Browser {
  return new Browser()
}

/** Somebody who is signed in, by the library's own form. */
export async function ann(email = 'ann@example.com'): Promise<Browser> {
  const browser = stranger()
  await browser.post(`${site}/api/auth/callback/credentials`, { email, password: 'right' })
  return browser
}

/** Opens a page. `variant` chooses how the application is configured. */
export function open(browser: Browser, path: string, variant?: string): Promise<Response> {
  return browser.get(`${site}${path}`, variant === undefined ? {} : { 'x-variant': variant })
}

/** The sessions that a page or handler shows, in their order. */
export async function shownBy(response: Response): Promise<(Shown | null)[]> {
  const text = await response.text()
  if (response.headers.get('content-type')?.startsWith('application/json')) return [JSON.parse(text)]
  return [...text.matchAll(/<pre>(.*?)<\/pre>/g)].map(([, json = '']) => JSON.parse(json.replaceAll('&quot;', '"')))
}

/** The session that `GET /api/auth/session` tells. */
export async function sessionOf(browser: Browser): Promise<Shown | null> {
  return (await open(browser, '/api/auth/session')).json()
}

/** Posts the form of a server action, as a browser without JavaScript does. */
export async function submit(browser: Browser, button: string, fields: Record<string, string> = {}): Promise<Response> {
  const body = formOf({ [`$ACTION_ID_${await actionOf(browser, button)}`]: '', ...fields })
  return browser.send(`${site}/forms`, { method: 'POST', headers: ownPage('/forms'), body })
}

/** Calls the server action of a form, as the scripts of Next.js do. */
export async function submitByScript(browser: Browser, button: string, fields: Record<string, string>): Promise<Response> {
  const headers = { ...ownPage('/forms'), accept: 'text/x-component', 'next-action': await actionOf(browser, button) }
  const body = formOf(Object.fromEntries(Object.entries(fields).map(([name, value]) => [`_1_${name}`, value])))
  // The arguments of the action, of which the first is the form. They come last.
  body.set('0', '["$K1"]')
  return browser.send(`${site}/forms`, { method: 'POST', headers, body })
}

/** The id of the server action behind a button. */
async function actionOf(browser: Browser, button: string): Promise<string> {
  const html = await (await open(browser, '/forms')).text()
  const form = html.split('</form>').find((part) => part.includes(`>${button}<`)) ?? ''
  const [, id = ''] = /name="\$ACTION_ID_([^"]+)"/.exec(form) ?? []
  return id
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** What came of a call from a route handler. */
export interface Outcome {
  readonly value?: unknown
  readonly type?: string
  readonly code?: string
}

/** Has a route handler call one of the functions of `Latchkey`. No redirect is followed. */
export function call(browser: Browser, name: string, args: unknown[], headers: Record<string, string> = {}): Promise<Response> {
  return browser.send(`${site}/api/call`, {
    method: 'POST',
    headers: { ...ownPage('/forms'), 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ call: name, args }),
  })
}

/** @returns what came of it, where it is no redirect */
export async function outcomeOf(browser: Browser, name: string, args: unknown[], headers?: Record<string, string>): Promise<Outcome> {
  return (await call(browser, name, args, headers)).json()
}

/** What a browser says about a form of a page of ours. */
function ownPage(path: string): Record<string, string> {
  return { origin: site, 'sec-fetch-site': 'same-origin', referer: `${site}${path}` }
}
