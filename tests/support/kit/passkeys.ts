import type { Adapter, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import WebAuthn from 'latchkey/providers/webauthn'
import { expect } from 'vitest'
import { type App, BASE, createApp, ORIGIN, passwordProvider } from './app.ts'
import { type Changes, createPasskey, type Passkey } from './authenticator.ts'
import { Browser } from './browser.ts'
import { readSession } from './sign-in.ts'

/** The response body of `GET /webauthn-options`. */
export interface OptionsResponse {
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
  /** The events that the application got, in their order. */
  readonly events: { readonly name: string; readonly message: unknown }[]
}

export interface SetupOptions {
  readonly config?: Partial<AuthConfig>
  readonly provider?: Parameters<typeof WebAuthn>[0]
  readonly adapter?: Adapter
  readonly origin?: string
}

/**
 * An application with passkeys that any visitor can register, and a browser that opens it.
 */
export function setUp({ config, provider, adapter = memory(), origin = ORIGIN }: SetupOptions = {}): Setup {
  const events: Setup['events'] = []
  const names = ['createUser', 'linkAccount', 'signIn']
  const listeners = Object.fromEntries(
    names.map((name) => [name, (message: unknown) => events.push({ name, message })]),
  )
  const providers = [WebAuthn({ registration: 'anyone', ...provider }), passwordProvider]
  const app = createApp({ adapter, providers, events: listeners, ...config }, origin)
  return { app, adapter, events, browser: new Browser(app) }
}

/** Requests the options for a ceremony. */
export async function requestOptions(
  browser: Browser,
  query: Record<string, string> = {},
  id = 'webauthn',
): Promise<Response> {
  return browser.get(`${BASE}/webauthn-options/${id}?${new URLSearchParams(query)}`, {
    accept: 'application/json',
  })
}

/** The options for a ceremony. Throws when the request fails. */
export async function optionsFor(
  browser: Browser,
  query: Record<string, string> = {},
  id = 'webauthn',
): Promise<OptionsResponse> {
  const response = await requestOptions(browser, query, id)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as OptionsResponse
}

/** Sends the credential that a browser returns for a challenge. */
export async function send(
  browser: Browser,
  action: string,
  credential: unknown,
  id = 'webauthn',
): Promise<Response> {
  const data = typeof credential === 'string' ? credential : JSON.stringify(credential)
  return browser.post(`${BASE}/callback/${id}`, { action, data, callbackUrl: '/after' })
}

/**
 * Registers a passkey for a new user with an e-mail address, or for the signed-in user without one.
 */
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
  const credential = await created.create(options, changes)
  return { passkey: created, response: await send(browser, 'register', credential) }
}

/** Signs in with a passkey. */
export async function authenticate(browser: Browser, passkey: Passkey, changes?: Changes): Promise<Response> {
  const { options } = await optionsFor(browser, { action: 'authenticate' })
  return send(browser, 'authenticate', await passkey.get(options, changes))
}

/** The id of a passkey as adapters store it: base64. */
export function storedId({ id }: Passkey): string {
  return Buffer.from(id, 'base64url').toString('base64')
}

export function readLocation(response: Response): string | null {
  return response.headers.get('location')
}

/** The error code in the URL that a user is redirected to. */
export function findError(response: Response): string | null {
  const location = readLocation(response)
  return location === null ? `status ${response.status}` : new URL(location).searchParams.get('error')
}

/** The public error for a passkey that cannot be verified. */
export const VERIFICATION_ERROR = 'WebAuthnVerificationError'
/** The public error for a failure whose type is not public. */
export const CONFIGURATION_ERROR = 'Configuration'

/**
 * Asserts that no user is signed in, that no challenge is left, and which error is shown and
 * logged.
 */
export async function expectRejected(
  { app }: Pick<Setup, 'app'>,
  browser: Browser,
  response: Response,
  shown: string,
  logged: string = shown,
): Promise<void> {
  expect(findError(response)).toBe(shown)
  expect(app.errors).toEqual([logged])
  expect(await readSession(browser)).toBeNull()
  expect(browser.cookies(ORIGIN).filter(({ name }) => name.includes('.challenge.'))).toEqual([])
}
