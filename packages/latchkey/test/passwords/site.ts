import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser, findForms } from '@latchkey/test-support/kit/browser.ts'
import { type AuthConfig, createAuth, type SecurityEvent } from 'latchkey'
import memory, { type CompleteAdapter } from 'latchkey/adapters/memory'
import Password, { type PasswordOptions } from 'latchkey/providers/password'
import type { MailMessage, MailTransport } from 'latchkey/types'
import { hashNew } from '../../src/passwords/hash.ts'

export const STRATEGIES = ['jwt', 'database', 'hybrid'] as const
export type Strategy = (typeof STRATEGIES)[number]

export const ANN = 'ann@example.com'
export const RIGHT = 'violet harbour 71 lamps'
export const OTHER = 'copper meadow 38 kites'
const SIGN_IN = `${BASE}/callback/password`

/** An application whose users sign in with passwords. */
export interface PasswordSite {
  readonly app: App
  readonly auth: ReturnType<typeof createAuth>
  readonly adapter: CompleteAdapter
  readonly events: SecurityEvent[]
  readonly browser: () => Browser
}

/** What differs from the usual application. */
export interface SiteOptions {
  readonly strategy?: Strategy
  readonly password?: PasswordOptions
  readonly config?: Partial<AuthConfig>
  readonly adapter?: CompleteAdapter
}

/** Creates the application. */
export function createSite({
  strategy = 'jwt',
  password,
  config,
  adapter = memory(),
}: SiteOptions = {}): PasswordSite {
  const events: SecurityEvent[] = []
  const app = createApp({
    adapter,
    session: { strategy },
    mail: { name: 'none', from: 'app@app.test', send() {} },
    events: { security: (event) => void events.push(event) },
    ...config,
    providers: [Password({ breached: false, ...password }), ...(config?.providers ?? [])],
  })
  return { app, auth: createAuth(app.config), adapter, events, browser: () => new Browser(app) }
}

/** Stores a user with a password. Default: Ann, with a verified address. */
export async function addUser(
  { adapter }: Pick<PasswordSite, 'adapter'>,
  user: { id?: string; email?: string; emailVerified?: Date | null; password?: string | null } = {},
): Promise<string> {
  const { id = 'ann', email = ANN, emailVerified = new Date(), password = RIGHT } = user
  const { id: userId } = await adapter.createUser({ id, email, emailVerified })
  if (password === null) return userId
  const hash = await hashNew(password)
  await adapter.setPassword({ userId, hash, changedAt: new Date(), mustChange: false })
  return userId
}

/** Sends the form with a password. */
export function signIn(
  browser: Browser,
  password: string = RIGHT,
  fields: Record<string, string> = {},
): Promise<Response> {
  return browser.post(SIGN_IN, { email: ANN, password, callbackUrl: '/after', ...fields })
}

/** Returns where a response leads, without the origin and the reference of the log entry. */
export function targetOf(response: Response): string {
  const url = new URL(response.headers.get('location') ?? 'missing:')
  url.searchParams.delete('reference')
  return url.href.replace(ORIGIN, '')
}

/** Returns the address of the user who is signed in. */
export async function signedInAs(browser: Browser): Promise<string | undefined> {
  const response = await browser.get(`${BASE}/session`, { accept: 'application/json' })
  return ((await response.json()) as { user?: { email?: string } } | null)?.user?.email
}

/** The e-mails of an application. */
export interface Mailbox {
  readonly transport: MailTransport
  readonly sent: MailMessage[]
  readonly last: () => MailMessage
  /** Returns the code in the last e-mail. */
  readonly code: () => string
  /** Returns the link in the last e-mail. */
  readonly link: () => string
}

/** Creates a transport that keeps the e-mails. */
export function mailbox(): Mailbox {
  const sent: MailMessage[] = []
  const last = (): MailMessage => {
    const message = sent.at(-1)
    if (message === undefined) throw new Error('No e-mail was sent.')
    return message
  }
  const find = (pattern: RegExp): string => last().text.match(pattern)?.[0] ?? 'missing'
  return {
    transport: { name: 'mailbox', from: 'app@app.test', send: (message) => void sent.push(message) },
    sent,
    last,
    code: () => find(/\b\d{4}[ -]?\d{4}\b/),
    link: () => find(/https?:\/\/\S+\/auth\/\S+token=\S+/),
  }
}

/** An application that sends its e-mails to a mailbox. */
export type MailSite = PasswordSite & { readonly mail: Mailbox }

/** Creates an application that sends its e-mails to a mailbox. */
export function createMailSite(options: SiteOptions = {}): MailSite {
  const mail = mailbox()
  return { mail, ...createSite({ ...options, config: { mail: mail.transport, ...options.config } }) }
}

/** Sends the form of a page, as a user does who changes nothing else. */
export async function sendForm(
  browser: Browser,
  url: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const [form] = await findForms(await browser.get(url), ORIGIN)
  if (form === undefined) throw new Error('The page has no form.')
  return browser.post(form.action, { ...form.fields, ...fields })
}
