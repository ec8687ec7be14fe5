import {
  type App,
  BASE,
  createApp,
  createIdp,
  oidcFor,
  passwordProvider,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig, EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { vi } from 'vitest'

/** When each section starts. */
export const START: Date = new Date('2030-01-01T00:00:00Z')

export const EMAIL = 'ann@example.com'

/** An application with each way to sign in and default options otherwise. */
export interface Setup {
  readonly app: App
  readonly browser: Browser
  readonly idp: ReturnType<typeof createIdp>
  /** What the provider for e-mail links was called with. */
  readonly mails: Parameters<EmailConfig['sendVerificationRequest'] & {}>[0][]
}

export function setUp(config: Partial<AuthConfig> = {}, email: Partial<EmailConfig> = {}): Setup {
  vi.setSystemTime(START)
  const idp = createIdp()
  const mails: Setup['mails'] = []
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: (mailed) => void mails.push(mailed),
    ...email,
  }
  const adapter = 'adapter' in config ? config.adapter : memory()
  const app = createApp({
    adapter,
    session: { strategy: 'jwt' },
    providers: [oidcFor(idp), passwordProvider, mail, Passkey],
    ...config,
  })
  return { app, browser: new Browser(app), idp, mails }
}

/** Signs in with a password. */
export async function signIn({ browser }: Setup, fields: Record<string, string> = {}): Promise<Response> {
  return browser.post(`${BASE}/callback/credentials`, { email: EMAIL, password: 'right', ...fields })
}

export async function requestLink({ browser, mails }: Setup, email = EMAIL): Promise<string> {
  await browser.post(`${BASE}/signin/email`, { email })
  return mails.at(-1)?.url ?? ''
}

/** Moves the clock to a number of seconds after the start of the section. */
export function wait(seconds: number): void {
  vi.setSystemTime(START.getTime() + seconds * 1000)
}

/** Returns the `error` parameter of the page that a response redirects to. */
export function findError(response: Response): string | null {
  return URL.parse(response.headers.get('location') ?? '', BASE)?.searchParams.get('error') ?? null
}
