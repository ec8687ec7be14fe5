import { type App, BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig, EmailUserConfig } from 'latchkey'
import memory, { type CompleteAdapter } from 'latchkey/adapters/memory'
import Email from 'latchkey/providers/email'
import { type Mailbox, mailbox } from '../passwords/site.ts'

export const ANN = 'ann@example.com'
export const SIGN_IN = `${BASE}/signin/email`
export const PAGE = `${BASE}/verify-request?provider=email&type=email`

/** An application whose users sign in with codes from e-mails. */
export interface CodeSite {
  readonly app: App
  readonly mail: Mailbox
  readonly adapter: CompleteAdapter
  readonly browser: () => Browser
}

/** Creates the application. Default: codes and links. */
export function createSite(
  options: EmailUserConfig = {},
  config: Partial<AuthConfig> & { adapter?: CompleteAdapter } = {},
): CodeSite {
  const mail = mailbox()
  const { adapter = memory() } = config
  const providers = [Email({ code: true, ...options })]
  const app = createApp({
    debug: true,
    adapter,
    mail: mail.transport,
    providers,
    ...config,
  })
  return { app, mail, adapter, browser: () => new Browser(app) }
}

/** Asks for a code. */
export function ask(browser: Browser, email: string = ANN): Promise<Response> {
  return browser.post(SIGN_IN, { email, callbackUrl: '/after' })
}

/** Enters a code. */
export function enter(
  browser: Browser,
  code: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  return browser.post(SIGN_IN, { code, ...fields })
}

/** Returns another code of the same length. */
export function wrongFor(code: string): string {
  return code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
}
