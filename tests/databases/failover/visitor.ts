import { Browser } from '@latchkey/test-support/kit/browser.ts'

/** No response takes this long: it would be a violation long before. */
const MAX_MILLISECONDS = 30_000
export const SESSION_COOKIE = 'latchkey.session-token'

/** What a visitor does. */
export type Operation = 'read' | 'sign in' | 'sign out' | 'intrude'

/** A response, as far as the promises are about it. */
export interface Observation {
  readonly operation: Operation
  readonly status: number
  readonly retryAfter: string | null
  readonly milliseconds: number
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number
}

/** What a session check found: the address of the user, no session, or a failure. */
export type SessionCheck = { readonly email: string | undefined } | 'failure'

/** A browser of one user, which reports every response. */
export class Visitor extends Browser {
  readonly #origin: string
  readonly #report: (observation: Observation) => void
  #operation: Operation = 'sign in'

  constructor(origin: string, report: (observation: Observation) => void) {
    super()
    this.#origin = origin
    this.#report = report
  }

  /** Returns another window with the same cookies. What it stores stays there. */
  copy(): Visitor {
    const copy = new Visitor(this.#origin, this.#report)
    for (const { name, value } of this.cookies(this.#origin)) copy.plant(this.#origin, name, value)
    return copy
  }

  get sessionToken(): string | undefined {
    return this.cookies(this.#origin).find(({ name }) => name === SESSION_COOKIE)?.value
  }

  override async send(url: string, init: RequestInit): Promise<Response> {
    const startedAt = Date.now()
    const operation = this.#operation
    const response = await super.send(url, { ...init, signal: AbortSignal.timeout(MAX_MILLISECONDS) })
    const body = await response.arrayBuffer()
    const { status, headers } = response
    const milliseconds = Date.now() - startedAt
    this.#report({ operation, status, retryAfter: headers.get('retry-after'), milliseconds, startedAt })
    return new Response(body.byteLength > 0 ? body : null, { status, headers })
  }

  /** Reads the session. @param operation `intrude` if there must be none */
  async read(operation: Operation = 'read'): Promise<SessionCheck> {
    this.#operation = operation
    const response = await this.get(`${this.#origin}/auth/session`)
    if (response.status !== 200) return 'failure'
    const session = (await response.json()) as { user?: { email?: string } } | null
    return { email: session?.user?.email }
  }

  /** Requests a link. @returns whether it was sent */
  async requestLink(email: string): Promise<boolean> {
    this.#operation = 'sign in'
    const response = await this.post(`${this.#origin}/auth/signin/email`, { email, callbackUrl: '/' })
    return response.headers.get('location')?.includes('verify-request') ?? false
  }

  /** Opens a link, and the page that it leads to. @returns whether it signed in */
  async open(link: string, operation: Operation = 'sign in'): Promise<boolean> {
    this.#operation = operation
    const before = this.sessionToken
    await this.follow(await this.get(link))
    return this.sessionToken !== undefined && this.sessionToken !== before
  }

  /** Signs out. @returns whether the session ended everywhere */
  async signOut(): Promise<boolean> {
    this.#operation = 'sign out'
    const response = await this.post(`${this.#origin}/auth/signout`, { callbackUrl: '/' })
    return response.status === 302
  }
}
