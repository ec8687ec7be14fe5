import { inject } from 'vitest'
import { Browser } from '../kit/browser.ts'

/** Where the application answers. */
export const site = inject('site')

/** A session as the application's callbacks make it. */
export interface Shown {
  readonly user: { readonly name: string; readonly email: string }
  readonly expires: string
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
  return [...text.matchAll(/<pre[^>]*>(.*?)<\/pre>/g)].map(([, json = '']) => JSON.parse(json.replaceAll('&quot;', '"')))
}

/** The session that `GET /api/auth/session` tells. */
export async function sessionOf(browser: Browser): Promise<Shown | null> {
  return (await open(browser, '/api/auth/session')).json()
}

type Fields = Record<string, string>

/** Posts the form of an action, as a browser without JavaScript does. */
export async function submit(browser: Browser, button: string, fields: Fields = {}, headers: Fields = {}): Promise<Response> {
  const { action, hasFiles } = await formOf(browser, button)
  return browser.send(`${site}${action}`, { method: 'POST', headers: own(headers), body: bodyOf(fields, hasFiles) })
}

/** Calls the action of a form, as the scripts of SolidStart do: with what the page shows to be read again in the same answer. */
export async function submitByScript(browser: Browser, button: string, fields: Fields = {}, headers: Fields = {}): Promise<Response> {
  const { id, hasFiles } = await formOf(browser, button)
  const script = { 'x-server-id': id, 'x-server-instance': 'server-fn:0', 'x-single-flight': 'true', 'x-start-type': hasFiles ? '2' : '3' }
  return browser.send(`${site}/_server`, { method: 'POST', headers: own({ ...script, ...headers }), body: bodyOf(fields, hasFiles) })
}

/** The action behind a button, and its id. */
export async function formOf(browser: Browser, button: string): Promise<{ action: string; id: string; hasFiles: boolean }> {
  const html = await (await open(browser, '/forms')).text()
  const form = html.split('</form>').find((part) => part.includes(`>${button}<`)) ?? ''
  const [, action = ''] = /action="([^"]+)"/.exec(form) ?? []
  return { action, id: new URL(action, site).searchParams.get('id') ?? '', hasFiles: form.includes('multipart/form-data') }
}

function bodyOf(fields: Fields, hasFiles: boolean): FormData | URLSearchParams {
  const body = hasFiles ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}

/** What came of a call from an API route. */
export interface Outcome {
  readonly value?: unknown
  readonly type?: string
  readonly code?: string
}

/** Has an API route call one of the functions of `Latchkey`. No redirect is followed. */
export function call(browser: Browser, name: string, args: unknown[], headers: Fields = {}): Promise<Response> {
  return browser.send(`${site}/api/call`, {
    method: 'POST',
    headers: own({ 'content-type': 'application/json', ...headers }),
    body: JSON.stringify({ call: name, args }),
  })
}

/** @returns what came of it, where it is no redirect */
export async function outcomeOf(browser: Browser, name: string, args: unknown[], headers?: Fields): Promise<Outcome> {
  return (await call(browser, name, args, headers)).json()
}

/** What a browser says about a form of a page of ours. A header that is empty is left out. */
function own(headers: Fields): Fields {
  const all = { origin: site, 'sec-fetch-site': 'same-origin', referer: `${site}/forms`, ...headers }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}
