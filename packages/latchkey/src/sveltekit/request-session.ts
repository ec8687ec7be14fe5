import { type RequestEvent, redirect } from '@sveltejs/kit'
import { serializeCookie } from '../http/set-cookie.ts'
import type { Auth } from '../integration/create-auth.ts'
import type { Caller } from '../request/read-request.ts'
import type { Cookie } from '../types/cookies.ts'
import type { DefaultSession } from '../types/session.ts'
import type { AuthOf } from './config.ts'

/** The session of the request that an event is about. */
export type SessionOf<S extends DefaultSession> = (event: RequestEvent) => Promise<RequestSession<S>>

/** Finds the session of a request; the first who asks has the configuration made for it. SvelteKit copies its events, but not their request. */
export function createSessions<S extends DefaultSession>(authOf: AuthOf<S>): SessionOf<S> {
  const sessions = new WeakMap<Request, Promise<RequestSession<S>>>()
  return (event) => {
    const known = sessions.get(event.request) ?? authOf(event).then((auth) => new RequestSession(auth, event))
    sessions.set(event.request, known)
    return known
  }
}

/** A session check that was begun, and the cookies for which it holds. */
interface Check<S> {
  readonly cookies: string
  readonly session: Promise<S | null>
}

/** The session of one request: read once, and what is written for it leaves with the answer. */
export class RequestSession<S extends DefaultSession> {
  readonly auth: Auth<S>
  readonly #event: RequestEvent
  readonly #written: Map<string, Cookie> = new Map()
  #check: Check<S> | undefined
  #isSent = false

  constructor(auth: Auth<S>, event: RequestEvent) {
    this.auth = auth
    this.#event = event
  }

  /** The session, or `null`. Asked again only when the cookies have changed, by a sign-in for instance. @throws {AuthError} */
  readonly read = (): Promise<S | null> => {
    const cookies = this.#sessionCookies()
    if (this.#check?.cookies !== cookies) this.#check = { cookies, session: this.#readAnew(cookies) }
    return this.#check.session
  }

  /** The request as the core takes it. Its cookies are those of the event, which sees what the request itself wrote. */
  caller(): Caller {
    const { request, url, cookies } = this.#event
    return {
      headers: request.headers,
      url,
      cookies: { get: (name) => cookies.get(name), names: () => cookies.getAll().map(({ name }) => name) },
      canWrite: !this.#isSent && request.method !== 'HEAD',
    }
  }

  /** Hands data to the callbacks, and writes the session that comes of it. @throws {AuthError} */
  async update(data: unknown): Promise<S | null> {
    const { session, cookies } = await this.auth.update(this.caller(), data)
    this.write(cookies)
    return session
  }

  write(cookies: readonly Cookie[]): void {
    for (const cookie of cookies) {
      this.#written.set(cookie.name, cookie)
      try {
        this.#event.cookies.set(cookie.name, cookie.value, { path: '/', ...cookie.options })
      } catch {
        // SvelteKit has made its response, and streams the rest of it. `leaveWith` writes the header, which is not sent yet.
      }
    }
  }

  /** Waits for a check that is under way: after the answer its renewal could not be written any more. */
  async settle(): Promise<void> {
    await this.#check?.session.catch(() => undefined)
    this.#isSent = true
  }

  /** The response, with whatever was written for the session; then it is for this browser alone. */
  leaveWith(response: Response): Response {
    if (this.#written.size === 0) return response
    const sent = response.headers.getSetCookie().map((header) => header.split('=', 1)[0])
    const missing = [...this.#written.values()].filter(({ name }) => !sent.includes(name))
    const location = isRedirect(response) && response.headers.get('location')
    // A redirect that is answered to a request for data loses its headers. One that is thrown takes the cookies of the event along.
    if (this.#event.isDataRequest && location) redirect(response.status, location, { external: true })
    // A copy: the headers of some responses cannot be changed.
    const whole = new Response(response.body, response)
    for (const cookie of missing) whole.headers.append('Set-Cookie', serializeCookie(cookie))
    whole.headers.set('Cache-Control', 'private, no-store')
    return whole
  }

  async #readAnew(cookies: string): Promise<S | null> {
    const { session, cookies: renewal } = await this.auth.session(this.caller())
    // Whoever signed in or out meanwhile changed more than a renewal may undo.
    if (renewal.length === 0 || this.#sessionCookies() !== cookies) return session
    this.write(renewal)
    if (this.#check?.cookies === cookies) this.#check = { ...this.#check, cookies: this.#sessionCookies() }
    return session
  }

  #sessionCookies(): string {
    const { secure, plain } = this.auth.config.cookies
    const isSession = (name: string): boolean =>
      name.startsWith(secure.sessionToken.name) || name.startsWith(plain.sessionToken.name)
    const cookies = this.#event.cookies.getAll().filter(({ name }) => isSession(name))
    return cookies.map(({ name, value }) => `${name}=${value}`).join(';')
  }
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status <= 308
}
