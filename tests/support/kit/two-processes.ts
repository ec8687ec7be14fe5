import { type Adapter, type AuthConfig, type EmailConfig, memoryStore } from 'latchkey'
import { type App, BASE, createApp, createIdp, oidcFor } from './app.ts'
import { Browser } from './browser.ts'
import type { Idp } from './idp.ts'
import { readSession } from './sign-in.ts'

export const EMAIL = 'ann@example.com'
export const ANN = { sub: 'ann', name: 'Ann', email: EMAIL }

export interface TwoProcesses {
  /** Two processes of one application: they share the database and the store. */
  readonly processes: readonly [App, App]
  readonly idp: Idp
  /** The links that were sent. */
  readonly sent: URL[]
}

export function twoProcesses(adapter: Adapter, config: Partial<AuthConfig> = {}): TwoProcesses {
  const idp = createIdp()
  const sent: URL[] = []
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void sent.push(new URL(url)),
  }
  const providers = [oidcFor(idp), oidcFor(idp, { id: 'second' }), mail]
  const shared = { adapter, providers, store: memoryStore(), limits: false as const, ...config }
  return { processes: [createApp(shared), createApp(shared)], idp, sent }
}

/** Returns browsers, half of them at each process. */
export function browsersAt({ processes }: TwoProcesses, count: number): Browser[] {
  return Array.from({ length: count }, (_, index) => new Browser(processes[index % 2] as App))
}

/** Starts a sign-in and approves it. Returns the request that completes it. */
export async function approved(
  { idp }: TwoProcesses,
  browser: Browser,
  { provider = 'idp', claims = ANN }: { provider?: string; claims?: Record<string, unknown> } = {},
): Promise<() => Promise<Response>> {
  const started = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl: '/after' })
  const callback = idp.agree(started.headers.get('location') ?? '', claims).href
  return () => browser.get(callback)
}

/** Requests a link. Returns what opens it in other browsers. */
export async function linkFor(
  { processes, sent }: TwoProcesses,
  email = EMAIL,
): Promise<(browser: Browser) => Promise<Response>> {
  await new Browser(processes[0]).post(`${BASE}/signin/email`, { email })
  const form = Object.fromEntries(sent.at(-1)?.searchParams ?? [])
  return (browser) => browser.post(`${BASE}/callback/email`, form)
}

export async function readSessions(browsers: readonly Browser[]): Promise<unknown[]> {
  return (await Promise.all(browsers.map(readSession))).filter((session) => session !== null)
}

/** Returns the types of all logged errors. */
export const listErrors = ({ processes }: TwoProcesses): string[] => processes.flatMap(({ errors }) => errors)
