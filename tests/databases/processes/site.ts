import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { APPLICATIONS, Strategy } from './application.ts'
import { CHOICE, type FourProcesses, PROCESSES } from './four-processes.ts'

type Fields = Record<string, string>
type ApplicationName = (typeof APPLICATIONS)[number]

/** A session as the applications return it. */
export interface Shown {
  readonly user: { readonly id: string; readonly name?: string | null; readonly email?: string | null }
}

/** A user of the provider, with a new address. */
export type ProviderUser = { sub: string; name: string; email: string; email_verified: boolean }

/** Returns a user whom no other test has. */
export function newUser(claims: Partial<ProviderUser> = {}): ProviderUser {
  const sub = crypto.randomUUID()
  return { sub, name: 'Ann', email: `${sub}@example.com`, email_verified: true, ...claims }
}

/** Returns the index of a process that is different for consecutive numbers. */
const chooseProcess = (index: number): number => index % PROCESSES.length

/** One of the applications that the four processes serve, as its visitors see it. */
export class Site {
  readonly processes: FourProcesses
  readonly application: ApplicationName

  constructor(processes: FourProcesses, application: ApplicationName) {
    this.processes = processes
    this.application = application
  }

  /** The same processes, with another variant of the application. */
  variant(name: 'renewing' | 'proxied' | 'verified' | 'listed'): Site {
    const [strategy] = this.application.split('-') as [Strategy]
    return new Site(this.processes, `${strategy}-${name}`)
  }

  get origin(): string {
    return this.processes.origin
  }

  get provider(): FourProcesses['provider'] {
    return this.processes.provider
  }

  /** Returns the URL of an endpoint of the library. */
  url(path: string): string {
    return `${this.origin}/${this.application}${path}`
  }

  /** Returns the URL of a route of the application. */
  api(route: string): string {
    return `${this.origin}/api/${this.application}/${route}`
  }

  visitor(): Visitor {
    return new Visitor(this)
  }

  /** Returns a visitor who signed in with the provider. */
  async signedIn(user: ProviderUser = newUser(), process?: number): Promise<Visitor> {
    const visitor = this.visitor()
    await visitor.signIn(user, { process })
    return visitor
  }

  /** Returns visitors with different processes, each with a copy of the cookies. */
  copies(visitor: Visitor, count: number): Visitor[] {
    return Array.from({ length: count }, () => visitor.copy())
  }

  /** Returns the newest e-mails to an address. Waits for `count` of them. */
  async mailsTo(address: string, count = 1): Promise<{ text: string }[]> {
    const list = `${this.processes.inbox}/messages?to=${encodeURIComponent(address)}`
    for (let tries = 0; tries < 100; tries++) {
      const mails = (await (await fetch(list)).json()) as { id: string }[]
      if (mails.length >= count) return Promise.all(mails.map(({ id }) => this.#mail(id)))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`Fewer than ${count} e-mails arrived.`)
  }

  async #mail(id: string): Promise<{ text: string }> {
    return (await fetch(`${this.processes.inbox}/messages/${id}`)).json() as Promise<{ text: string }>
  }

  /** Returns the links in the e-mails to an address, newest first. */
  async linksTo(address: string, count = 1): Promise<string[]> {
    const mails = await this.mailsTo(address, count)
    return mails.map(({ text }) => text.match(/http:\/\/\S+/)?.[0] ?? '')
  }
}

/** A browser whose requests choose a process. */
export class Visitor {
  readonly browser = new Browser()
  /** The address of the client: attempts in one test do not count for another. */
  readonly address = `2001:db8:${randomGroup()}:${randomGroup()}::1`

  readonly site: Site

  constructor(site: Site) {
    this.site = site
  }

  get(url: string, process?: number): Promise<Response> {
    return this.browser.get(url, this.#headers(process))
  }

  post(url: string, fields: Fields = {}, process?: number, headers: Fields = {}): Promise<Response> {
    return this.browser.post(url, fields, { ...this.#headers(process), ...headers })
  }

  /** Sends a form without the headers that name the page, which browsers from before 2020 lack. */
  postAsOldBrowser(url: string, fields: Fields, process?: number): Promise<Response> {
    const headers = { accept: 'text/html', ...this.#headers(process) }
    return this.browser.send(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
  }

  /** Calls a route of the application. */
  async call(route: string, body: unknown, process?: number): Promise<unknown> {
    const { origin } = this.site
    const response = await this.browser.send(this.site.api(route), {
      method: 'POST',
      headers: { origin, 'sec-fetch-site': 'same-origin', ...this.#headers(process) },
      body: JSON.stringify(body),
    })
    return response.json()
  }

  /** Returns the session that a process reads from the cookie, or `null`. */
  async session(process?: number): Promise<Shown | null> {
    return (await this.get(this.site.url('/session'), process)).json() as Promise<Shown | null>
  }

  /** Starts a sign-in. @returns the URL of the provider's response */
  async start(user: ProviderUser, { provider = 'idp', process }: SignInOptions = {}): Promise<string> {
    const response = await this.post(this.site.url(`/signin/${provider}`), { callbackUrl: '/after' }, process)
    return this.site.provider.agree(response.headers.get('location') ?? '', user).href
  }

  /** Signs in. The response of the provider arrives at the next process. */
  async signIn(user: ProviderUser, options: SignInOptions = {}): Promise<Response> {
    const { process } = options
    const callback = await this.start(user, options)
    return this.get(callback, process === undefined ? undefined : process + 1)
  }

  /** Returns a browser with the same cookies. */
  copy(): Visitor {
    const copy = new Visitor(this.site)
    for (const { origin, name, value } of this.browser.cookies(this.site.origin))
      copy.browser.plant(origin, name, value)
    return copy
  }

  /** Returns what each process reads from the cookies, without changing them. */
  seen(): Promise<(Shown | null)[]> {
    return Promise.all(PROCESSES.map((process) => this.copy().session(process)))
  }

  /** Returns the names that each process shows, or `null` if it sees no session. */
  async names(): Promise<(string | null)[]> {
    return (await this.seen()).map((session) => session?.user.name ?? null)
  }

  #headers(process: number | undefined): Fields {
    const headers = { 'x-client': this.address }
    return process === undefined ? headers : { ...headers, [CHOICE]: String(chooseProcess(process)) }
  }
}

export interface SignInOptions {
  readonly provider?: string | undefined
  readonly process?: number | undefined
}

function randomGroup(): string {
  return Math.floor(Math.random() * 0xffff).toString(16)
}
