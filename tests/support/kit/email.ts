import type { Adapter, AuthConfig, EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import nodemailer from 'latchkey/mail/nodemailer'
import Nodemailer from 'latchkey/providers/nodemailer'
import type { MailTransport } from 'latchkey/types'
import { afterAll, beforeAll } from 'vitest'
import { startInbox } from '../servers/inbox.ts'
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

/** The transport to the mail server of `useInbox`. */
export function inboxTransport(): MailTransport {
  return nodemailer({ server: inbox.smtpUrl, from: 'Example <no-reply@app.test>' })
}

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly to: unknown
}

export interface Setup {
  readonly app: App
  readonly adapter: Adapter
  /** The events that the application got, in their order. */
  readonly events: { readonly name: string; readonly message: unknown }[]
  readonly browser: Browser
}

/** An application that sends its links through a real mail server. */
export function setUp(
  config: Partial<AuthConfig> = {},
  options: Partial<EmailConfig> = {},
  adapter: Adapter = memory(),
): Setup {
  const events: Setup['events'] = []
  const listen =
    (name: string) =>
    (message: unknown): unknown =>
      events.push({ name, message })
  const listeners = {
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
  const app = createApp({ adapter, providers: [provider], events: listeners, ...config })
  return { app, adapter, events, browser: new Browser(app) }
}

export async function requestLink(
  { browser }: Setup,
  email: string,
  callbackUrl = '/after',
): Promise<Response> {
  return browser.post(`${BASE}/signin/email`, { email, callbackUrl })
}

/** The newest mail to an address. Waits up to five seconds for it. */
export async function mailTo(address: string): Promise<Mail> {
  const list = (await (
    await fetch(`${inbox.url}/messages?to=${encodeURIComponent(address)}&wait=5000`)
  ).json()) as { id: string }[]
  const [newest] = list
  return (await (await fetch(`${inbox.url}/messages/${newest?.id}`)).json()) as Mail
}

/** The mails that were sent to an address so far. */
export async function mailsTo(address: string): Promise<unknown> {
  return (await fetch(`${inbox.url}/messages?to=${encodeURIComponent(address)}`)).json()
}

/** The link in the newest mail to an address. */
export async function linkTo(address: string): Promise<string> {
  const { text } = await mailTo(address)
  return text.match(/https:\/\/\S+/)?.[0] ?? ''
}

let count = 0

/** A new address, which no other test uses. */
export function newAddress(): string {
  count += 1
  return `ann${count}@example.com`
}
