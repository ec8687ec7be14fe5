import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Canaries, CanaryType } from './canaries.ts'
import type { Outputs } from './outputs.ts'
import type { Scenario } from './scenario.ts'

/** The pages and URLs that may contain what the user needs to continue. */
interface Allowed {
  readonly page?: readonly CanaryType[]
  readonly url?: readonly CanaryType[]
}

/** Sends a request, and records the response. */
export async function request(
  { canaries, outputs, browser }: Scenario,
  what: string,
  send: () => Promise<Response>,
  { page = [], url = [] }: Allowed = {},
): Promise<Response> {
  const response = await send()
  for (const { name, value } of browser.cookies(ORIGIN)) rememberCookie(canaries, name, value)
  const location = response.headers.get('location')
  if (location !== null) recordUrl(outputs, what, location, url)
  const text = await response.clone().text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isJson) outputs.add('page', what, text, page)
  else if (!response.ok) outputs.add('error JSON', what, text)
  return response
}

function rememberCookie(canaries: Canaries, name: string, value: string): void {
  if (name.endsWith('callback-url')) return
  if (!name.endsWith('csrf-token')) return void canaries.add('cookie', name.replace(/\..*/, ''), value)
  // The first part is the token, which the forms contain.
  const [token = '', hash = ''] = decodeURIComponent(value).split('|')
  canaries.add('csrf', 'token', token)
  canaries.add('cookie', 'csrf', hash)
}

function recordUrl(outputs: Outputs, what: string, location: string, allowed: readonly CanaryType[]): void {
  const place = new URL(location, ORIGIN).origin === ORIGIN ? 'URL of the application' : 'URL for the browser'
  outputs.add(place, what, location, place === 'URL for the browser' ? ['state', ...allowed] : allowed)
}
