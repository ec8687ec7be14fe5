import type { Adapter, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import WebAuthn from 'latchkey/providers/webauthn'
import { expect } from 'vitest'
import { type App, BASE, createApp, ORIGIN, people } from './app.ts'
import { type Changes, createPasskey, type Passkey } from './authenticator.ts'
import { Browser } from './browser.ts'

/** What `GET /webauthn-options` answers. */
export interface Answer {
  readonly action: 'authenticate' | 'register'
  readonly options: {
    readonly challenge: string
    readonly rpId?: string
    readonly rp?: { readonly id: string; readonly name: string }
    readonly user?: { readonly id: string; readonly name: string; readonly displayName: string }
    readonly allowCredentials?: readonly { readonly id: string; readonly transports?: readonly string[] }[]
    readonly excludeCredentials?: readonly { readonly id: string }[]
    readonly [option: string]: unknown
  }
}

export interface Setting {
  readonly app: App
  readonly adapter: Adapter
  readonly browser: Browser
  /** What the listeners were told. */
  readonly told: [string, unknown][]
}

export interface SettingOptions {
  readonly config?: Partial<AuthConfig>
  readonly provider?: Parameters<typeof WebAuthn>[0]
  readonly adapter?: Adapter
  readonly origin?: string
}

/** An application with passkeys, and a browser that opens it. */
export function setting({
  config,
  provider,
  adapter = memory(),
  origin = ORIGIN,
}: SettingOptions = {}): Setting {
  const told: Setting['told'] = []
  const names = ['createUser', 'linkAccount', 'signIn']
  const events = Object.fromEntries(
    names.map((name) => [name, (message: unknown) => told.push([name, message])]),
  )
  const providers = [WebAuthn(provider), people]
  const app = createApp(
    { adapter, providers, events, experimental: { enableWebAuthn: true }, ...config },
    origin,
  )
  return { app, adapter, told, browser: new Browser(app) }
}

export async function askOptions(
  browser: Browser,
  query: Record<string, string> = {},
  id = 'webauthn',
): Promise<Response> {
  return browser.get(`${BASE}/webauthn-options/${id}?${new URLSearchParams(query)}`, {
    accept: 'application/json',
  })
}

/** The options for a ceremony. */
export async function optionsFor(
  browser: Browser,
  query: Record<string, string> = {},
  id = 'webauthn',
): Promise<Answer> {
  const response = await askOptions(browser, query, id)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Sends what a browser answered to a challenge. */
export async function send(
  browser: Browser,
  action: string,
  credential: unknown,
  id = 'webauthn',
): Promise<Response> {
  const data = typeof credential === 'string' ? credential : JSON.stringify(credential)
  return browser.post(`${BASE}/callback/${id}`, { action, data, callbackUrl: '/after' })
}

/** A stranger registers a passkey, or a user adds one. */
export async function register(
  browser: Browser,
  email: string | undefined,
  passkey?: Passkey,
  changes?: Changes,
): Promise<{ passkey: Passkey; response: Response }> {
  const made = passkey ?? (await createPasskey(ORIGIN))
  const { options } = await optionsFor(browser, {
    action: 'register',
    ...(email === undefined ? {} : { email }),
  })
  return { passkey: made, response: await send(browser, 'register', await made.create(options, changes)) }
}

export async function authenticate(browser: Browser, passkey: Passkey, changes?: Changes): Promise<Response> {
  const { options } = await optionsFor(browser, { action: 'authenticate' })
  return send(browser, 'authenticate', await passkey.get(options, changes))
}

export async function session(browser: Browser): Promise<{ user: { email: string } } | null> {
  return (await browser.get(`${BASE}/session`)).json()
}

/** The id of a passkey as adapters keep it: base64. */
export function storedId({ id }: Passkey): string {
  return Buffer.from(id, 'base64url').toString('base64')
}

export function locationOf(response: Response): string | null {
  return response.headers.get('location')
}

/** The error that a person is told of. */
export function errorOf(response: Response): string | null {
  const location = locationOf(response)
  return location === null ? `status ${response.status}` : new URL(location).searchParams.get('error')
}

/** What people see of an answer that was not verified. */
export const REFUSED = 'WebAuthnVerificationError'
/** What people see of a failure that is not told by name. */
export const UNNAMED = 'Configuration'

/** Nobody is signed in, no challenge is left, and the failure was told under its name. */
export async function expectRefused(
  { app }: Pick<Setting, 'app'>,
  browser: Browser,
  response: Response,
  told: string,
  type: string = told,
): Promise<void> {
  expect(errorOf(response)).toBe(told)
  expect(app.errors).toEqual([type])
  expect(await session(browser)).toBeNull()
  expect(browser.cookies(ORIGIN).filter(({ name }) => name.includes('.challenge.'))).toEqual([])
}
