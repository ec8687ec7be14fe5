import type { Adapter, AuthConfig, EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Nodemailer from 'latchkey/providers/nodemailer'
import { afterAll, beforeAll } from 'vitest'
import { startInbox } from '../../../../playground/inbox.ts'
import { type App, BASE, createApp } from './app.ts'
import { Browser } from './browser.ts'

let inbox: Awaited<ReturnType<typeof startInbox>>

/** Starts a mail server for the tests of a file. */
export function useInbox(): void {
  beforeAll(async () => {
    inbox = await startInbox()
  })
  afterAll(() => inbox.close())
}

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly to: unknown
}

export interface Setting {
  readonly app: App
  readonly adapter: Adapter
  readonly told: [string, unknown][]
  readonly browser: Browser
}

/** An application that sends its links through a real mail server. */
export function setting(
  config: Partial<AuthConfig> = {},
  options: Partial<EmailConfig> = {},
  adapter: Adapter = memory(),
): Setting {
  const told: Setting['told'] = []
  const listen =
    (name: string) =>
    (message: unknown): unknown =>
      told.push([name, message])
  const events = {
    createUser: listen('createUser'),
    updateUser: listen('updateUser'),
    linkAccount: listen('linkAccount'),
    signIn: listen('signIn'),
  }
  const provider = Nodemailer({
    id: 'email',
    server: inbox.smtpUrl,
    from: 'Example <no-reply@app.test>',
    ...options,
  })
  const app = createApp({ adapter, providers: [provider], events, ...config })
  return { app, adapter, told, browser: new Browser(app) }
}

export async function ask({ browser }: Setting, email: string, callbackUrl = '/after'): Promise<Response> {
  return browser.post(`${BASE}/signin/email`, { email, callbackUrl })
}

export async function mailTo(address: string): Promise<Mail> {
  const list = (await (
    await fetch(`${inbox.url}/messages?to=${encodeURIComponent(address)}&wait=5000`)
  ).json()) as { id: string }[]
  const [newest] = list
  return (await (await fetch(`${inbox.url}/messages/${newest?.id}`)).json()) as Mail
}

/** The mails that an address has got so far. */
export async function mailsTo(address: string): Promise<unknown> {
  return (await fetch(`${inbox.url}/messages?to=${encodeURIComponent(address)}`)).json()
}

export async function linkTo(address: string): Promise<string> {
  const { text } = await mailTo(address)
  return text.match(/https:\/\/\S+/)?.[0] ?? ''
}

export async function session(browser: Browser): Promise<unknown> {
  return (await browser.get(`${BASE}/session`)).json()
}

/** Addresses that no other test writes to. */
let count = 0
export function address(): string {
  count += 1
  return `ann${count}@example.com`
}
