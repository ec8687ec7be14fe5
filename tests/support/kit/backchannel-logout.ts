import type { Adapter, AuthConfig, OIDCConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { type App, BASE, createApp, createIdp, oidcFor } from './app.ts'
import { Browser } from './browser.ts'
import type { Idp, LogoutToken } from './idp.ts'
import { signInAt } from './sign-in.ts'

export const STRATEGIES = ['jwt', 'database', 'hybrid'] as const
export type Strategy = (typeof STRATEGIES)[number]

/** The endpoint for logout tokens. */
export const ENDPOINT = `${BASE}/backchannel-logout/idp`

export const ANN = { sub: 'ann', name: 'Ann', email: 'ann@example.com' }

export interface LogoutSetup {
  readonly app: App
  readonly idp: Idp
  readonly adapter: Adapter | undefined
  /** The messages of the event `signOut`. */
  readonly events: unknown[]
}

/** An application that accepts logout tokens of its provider. */
export function setUpLogout(
  strategy: Strategy,
  {
    provider = {},
    idp = createIdp(),
    ...config
  }: Partial<AuthConfig> & {
    readonly provider?: Partial<OIDCConfig>
    readonly idp?: Idp
  } = {},
): LogoutSetup {
  const events: unknown[] = []
  const adapter = config.adapter ?? (strategy !== 'jwt' ? memory() : undefined)
  const app = createApp({
    adapter,
    session: { strategy, recheck: 0 },
    providers: [oidcFor(idp, { backchannelLogout: true, ...provider })],
    events: { signOut: (message) => events.push(message) },
    ...config,
  })
  return { app, idp, adapter, events }
}

/** A browser in which a user signed in with a session `sid` at the provider. */
export async function browserWith(
  { app, idp }: Pick<LogoutSetup, 'app' | 'idp'>,
  sid: string | undefined,
  claims: Record<string, unknown> = ANN,
): Promise<Browser> {
  const browser = new Browser(app)
  await signInAt(idp, browser, { claims: { ...claims, sid } })
  return browser
}

/** Sends a logout token as a provider does: without cookies and without an origin. */
export function sendToken(
  app: App,
  token: string,
  { endpoint = ENDPOINT, headers = {} }: { endpoint?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const body = new URLSearchParams({ logout_token: token })
  return app.fetch(new Request(endpoint, { method: 'POST', body, headers }))
}

/** Sends a logout token of the provider. */
export async function logOut(
  { app, idp }: Pick<LogoutSetup, 'app' | 'idp'>,
  claims: LogoutToken['claims'],
): Promise<Response> {
  return sendToken(app, await idp.logoutToken({ claims }))
}
