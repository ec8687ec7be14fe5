import { type App, BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig, SecurityEvent } from 'latchkey'
import memory, { type CompleteAdapter } from 'latchkey/adapters/memory'
import Code, { type CodeMessage, type CodeOptions } from 'latchkey/providers/code'

export const PHONE = '+4915123456789'
export const PHONE_SIGN_IN = `${BASE}/signin/code`
export const PHONE_PAGE = `${BASE}/verify-request?provider=code&type=email`

/** An application whose users sign in with codes from text messages. */
export interface PhoneSite {
  readonly app: App
  readonly adapter: CompleteAdapter
  readonly events: SecurityEvent[]
  /** The messages that were sent. */
  readonly sent: CodeMessage[]
  /** Returns the code in the last message. */
  readonly code: () => string
  readonly browser: () => Browser
}

/** Creates the application. */
export function createPhoneSite(
  options: Partial<CodeOptions> = {},
  config: Partial<AuthConfig> & { adapter?: CompleteAdapter } = {},
): PhoneSite {
  const { adapter = memory(), providers = [] } = config
  const sent: CodeMessage[] = []
  const events: SecurityEvent[] = []
  const app = createApp({
    debug: true,
    adapter,
    events: { security: (event) => void events.push(event) },
    callbacks: {
      session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user?.id } }),
    },
    ...config,
    providers: [Code({ send: (message) => void sent.push(message), ...options }), ...providers],
  })
  const code = (): string => sent.at(-1)?.code ?? 'missing'
  return { app, adapter, events, sent, code, browser: () => new Browser(app) }
}

/** Asks for a code. */
export function askByPhone(browser: Browser, phone: string = PHONE): Promise<Response> {
  return browser.post(PHONE_SIGN_IN, { phone, callbackUrl: '/after' })
}

/** Enters a code. */
export function enterByPhone(
  browser: Browser,
  code: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  return browser.post(PHONE_SIGN_IN, { code, ...fields })
}

/** Returns the id of the user with a number. */
export async function userWith({ adapter }: PhoneSite, phone: string = PHONE): Promise<string | undefined> {
  return (await adapter.getUserByAccount({ provider: 'code', providerAccountId: phone }))?.id
}

/** Returns the id of the user who is signed in. */
export async function userIn(browser: Browser): Promise<string | undefined> {
  const response = await browser.get(`${BASE}/session`, { accept: 'application/json' })
  return ((await response.json()) as { user?: { id?: string } } | null)?.user?.id
}
