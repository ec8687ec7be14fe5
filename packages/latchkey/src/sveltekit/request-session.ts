import { type RequestEvent, redirect } from '@sveltejs/kit'
import { serializeCookie } from '../http/cookies/set-cookie.ts'
import { readStoreCookies } from '../http/cookies/store-cookies.ts'
import type { Auth, AuthPasswords, Outcome } from '../integration/create-auth.ts'
import type { RevokeSessionsOptions } from '../integration/options.ts'
import type { Caller } from '../request/read-request.ts'
import type { Cookie } from '../types/cookies.ts'
import type { CurrentUser } from '../types/current-user.ts'
import type { DefaultSession } from '../types/session.ts'
import type { StartedSession, StartSessionOptions } from '../types/users.ts'
import type { AuthOf } from './config.ts'

/** Returns the session of an event's request. */
export type SessionOf<S extends DefaultSession> = (event: RequestEvent) => Promise<RequestSession<S>>

/**
 * Returns a function that finds a request's session. The first call for a request resolves the
 * configuration. The key is the request, because SvelteKit copies events but not their request.
 */
export function createSessions<S extends DefaultSession>(getAuth: AuthOf<S>): SessionOf<S> {
  const sessions = new WeakMap<Request, Promise<RequestSession<S>>>()
  return (event) => {
    const known =
      sessions.get(event.request) ?? getAuth(event).then((auth) => new RequestSession(auth, event))
    sessions.set(event.request, known)
    return known
  }
}

/** Session check that was started, and the cookies that it applies to. */
interface Check<S> {
  readonly cookies: string
  readonly session: Promise<S | null>
}

/** Session of one request. It is read once, and its cookies are sent with the response. */
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

  /**
   * Returns the session, or `null`. Reads it again only if the cookies have changed, for example by
   * a sign-in.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read
   */
  readonly read = (): Promise<S | null> => {
    const cookies = this.#sessionCookies()
    if (this.#check?.cookies !== cookies) this.#check = { cookies, session: this.#readAgain(cookies) }
    return this.#check.session
  }

  /**
   * Returns the user who is signed in, or `null`. Its methods set cookies until the response is
   * sent.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read
   */
  readonly currentUser = (): Promise<CurrentUser | null> => {
    const before = this.#sessionCookies()
    const write = (cookies: readonly Cookie[]): void => {
      if (this.#isSent) return
      // The renewal must not undo a sign-in or sign-out that has changed the cookies in the
      // meantime.
      const isUndone = this.#sessionCookies() !== before
      this.write(isUndone ? cookies.filter(({ name }) => !this.#isSession(name)) : cookies)
    }
    return this.auth.currentUser(this.caller(), write, async (stepUp) => {
      const { refuse } = await import('./refuse.ts')
      return refuse(this.auth.config, this.#event, { stepUp }, undefined)
    })
  }

  /**
   * Converts the request for the core. It has the event's cookies, which include those that this
   * request wrote.
   */
  caller(): Caller {
    const { request, url, cookies } = this.#event
    const store = {
      get: (name: string): string | undefined => cookies.get(name),
      names: (): string[] => cookies.getAll().map(({ name }) => name),
    }
    return {
      headers: request.headers,
      url,
      cookies: readStoreCookies(request.headers.get('cookie'), store),
      canWrite: !this.#isSent && request.method !== 'HEAD',
    }
  }

  /**
   * Passes data to the callbacks and stores the updated session.
   *
   * @throws {AuthError} when the session cannot be updated
   */
  async update(data: unknown): Promise<S | null> {
    const { session, cookies } = await this.auth.update(this.caller(), data)
    this.write(cookies)
    return session
  }

  /**
   * Ends a user's sessions.
   *
   * @throws {AuthError} when the session cannot be read, or when the current session is to be kept
   *   after the response was sent
   */
  async startSession(userId: string, options?: StartSessionOptions): Promise<StartedSession> {
    const outcome = await this.auth.users.startSession(this.caller(), userId, options)
    this.write(outcome.cookies)
    return { url: outcome.url, requirement: outcome.requirement }
  }

  /** Runs one of `passwords`, and writes its cookies. */
  async runPasswords(run: (passwords: AuthPasswords, caller: Caller) => Promise<Outcome>): Promise<Outcome> {
    const outcome = await run(this.auth.passwords, this.caller())
    this.write(outcome.cookies)
    return outcome
  }

  async revokeSessions(userId: string, { except }: RevokeSessionsOptions = {}): Promise<void> {
    const call = except === undefined ? {} : { except, caller: this.caller() }
    this.write((await this.auth.revokeSessions(userId, call)).cookies)
  }

  write(cookies: readonly Cookie[]): void {
    for (const cookie of cookies) {
      const { name, options } = cookie
      this.#written.set([name, options.domain, options.path, options.partitioned].join(';'), cookie)
      try {
        this.#event.cookies.set(cookie.name, cookie.value, { path: '/', ...cookie.options })
      } catch {
        // SvelteKit has created its response and is streaming it. `leaveWith` adds the header,
        // which was not sent yet.
      }
    }
  }

  /** Waits for a check in progress, because its renewal cannot be written after the response. */
  async settle(): Promise<void> {
    await this.#check?.session.catch(() => undefined)
    this.#isSent = true
  }

  /**
   * Returns the response with the session's cookies. If there are any, prevents caches from storing
   * it.
   */
  leaveWith(response: Response): Response {
    if (this.#written.size === 0) return response
    const sent = response.headers.getSetCookie().map((header) => header.split('=', 1)[0])
    const missing = [...this.#written.values()].filter(({ name }) => !sent.includes(name))
    const location = isRedirect(response) && response.headers.get('location')
    // SvelteKit drops the headers of a redirect response to a data request. A thrown redirect keeps
    // the cookies of the event.
    if (this.#event.isDataRequest && location) redirect(response.status, location, { external: true })
    // A copy, because the headers of some responses are immutable.
    const whole = new Response(response.body, response)
    for (const cookie of missing) whole.headers.append('Set-Cookie', serializeCookie(cookie))
    whole.headers.set('Cache-Control', 'private, no-store')
    return whole
  }

  async #readAgain(cookies: string): Promise<S | null> {
    const { session, cookies: renewal } = await this.auth.session(this.caller())
    // The renewal must not undo a sign-in or sign-out that has changed the cookies in the meantime.
    if (renewal.length === 0 || this.#sessionCookies() !== cookies) return session
    this.write(renewal)
    if (this.#check?.cookies === cookies) this.#check = { ...this.#check, cookies: this.#sessionCookies() }
    return session
  }

  #sessionCookies(): string {
    const cookies = this.#event.cookies.getAll().filter(({ name }) => this.#isSession(name))
    return cookies.map(({ name, value }) => `${name}=${value}`).join(';')
  }

  #isSession(name: string): boolean {
    const { secure, plain } = this.auth.config.cookies
    return name.startsWith(secure.sessionToken.name) || name.startsWith(plain.sessionToken.name)
  }
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status <= 308
}
