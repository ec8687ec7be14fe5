import type { Adapter, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import WebAuthn from 'latchkey/providers/webauthn'
import { expect } from 'vitest'
import { type App, BASE, createApp, ORIGIN, passwordProvider } from './app.ts'
import { type Changes, createPasskey, type Passkey } from './authenticator.ts'
import { Browser } from './browser.ts'
import { sessionOf } from './sign-in.ts'

/** The response of `GET /webauthn-options`. */
export interface CeremonyOptions {
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

export interface Setup {
  readonly app: App
  readonly adapter: Adapter
  readonly browser: Browser
  /** Name and message of each event, in order. */
  readonly events: [string, unknown][]
}

export interface SetupOptions {
  readonly config?: Partial<AuthConfig>
  readonly provider?: Parameters<typeof WebAuthn>[0]
  readonly adapter?: Adapter
  readonly origin?: string
}

/** Creates an application with passkeys, and a browser that uses it. */
export function setting({
  config,
  provider,
  adapter = memory(),
  origin = ORIGIN,
}: SettingOptions = {}): Setting {
  const events: Setting['events'] = []
  const names = ['createUser', 'linkAccount', 'signIn']
  const listeners = Object.fromEntries(
    names.map((name) => [name, (message: unknown) => events.push([name, message])]),
  )
  const providers = [WebAuthn(provider), passwordProvider]
  const app = createApp(
    { adapter, providers, events: listeners, experimental: { enableWebAuthn: true }, ...config },
    origin,
  )
  return { app, adapter, events, browser: new Browser(app) }
}

export async function requestOptions(
  browser: Browser,
  query: Record<string, string> = {},
  id = 'webauthn',
): Promise<Response> {
  return browser.get(`${BASE}/webauthn-options/${id}?${new URLSearchParams(query)}`, {
    accept: 'application/json',
  })
}

/** Returns the options for a ceremony; throws when the server refuses them. */
export async function optionsFor(
  browser: Browser,
  query: Record<string, string> = {},
  id = 'webauthn',
): Promise<CeremonyOptions> {
  const response = await requestOptions(browser, query, id)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as CeremonyOptions
}

/** Sends the credential with which a browser responds to a challenge. */
export async function send(
  browser: Browser,
  action: string,
  credential: unknown,
  id = 'webauthn',
): Promise<Response> {
  const data = typeof credential === 'string' ? credential : JSON.stringify(credential)
  return browser.post(`${BASE}/callback/${id}`, { action, data, callbackUrl: '/after' })
}

/** Registers a passkey: for a new user with the given e-mail address, or for the signed-in user. */
export async function register(
  browser: Browser,
  email: string | undefined,
  passkey?: Passkey,
  changes?: Changes,
): Promise<{ passkey: Passkey; response: Response }> {
  const created = passkey ?? (await createPasskey(ORIGIN))
  const { options } = await optionsFor(browser, {
    action: 'register',
    ...(email === undefined ? {} : { email }),
  })
  return {
    passkey: created,
    response: await send(browser, 'register', await created.create(options, changes)),
  }
}

/** Signs in with a passkey. */
export async function authenticate(browser: Browser, passkey: Passkey, changes?: Changes): Promise<Response> {
  const { options } = await optionsFor(browser, { action: 'authenticate' })
  return send(browser, 'authenticate', await passkey.get(options, changes))
}

export async function session(browser: Browser): Promise<{ user: { email: string } } | null> {
  return (await browser.get(`${BASE}/session`)).json()
}

/** Returns the id of a passkey as adapters store it: base64. */
export function storedId({ id }: Passkey): string {
  return Buffer.from(id, 'base64url').toString('base64')
}

export function locationOf(response: Response): string | null {
  return response.headers.get('location')
}

/** Returns the error type that the user sees, or the status if there is no redirect. */
export function errorOf(response: Response): string | null {
  const location = locationOf(response)
  return location === null ? `status ${response.status}` : new URL(location).searchParams.get('error')
}

/** The error type that users see when verification fails. */
export const REFUSED = 'WebAuthnVerificationError'
/** The error type that users see when the error's own type is not public. */
export const UNNAMED = 'Configuration'

/**
 * Expects that the user sees an error of type `shown`, that `logged` is in the log, that no user is
 * signed in and no challenge is left.
 */
export async function expectRefused(
  { app }: Pick<Setting, 'app'>,
  browser: Browser,
  response: Response,
  shown: string,
  logged: string = shown,
): Promise<void> {
  expect(errorOf(response)).toBe(shown)
  expect(app.errors).toEqual([logged])
  expect(await session(browser)).toBeNull()
  expect(browser.cookies(ORIGIN).filter(({ name }) => name.includes('.challenge.'))).toEqual([])
}
