import { cookiesAfter } from '../http/cookies/after.ts'
import { serializeCookie } from '../http/cookies/set-cookie.ts'
import { mergeCookies, mergeSetCookies, UNCACHED } from '../http/cookies/write-cookies.ts'
import type { Caller } from '../request/read-request.ts'
import type { Cookie } from '../types/cookies.ts'
import type { DefaultSession } from '../types/session.ts'
import type { Auth } from './create-auth.ts'

/**
 * One request with its response. Reads the session once, and keeps the cookies for the response, which
 * the application's code creates.
 */
export class Exchange<S extends DefaultSession> {
  readonly auth: Auth<S>
  readonly request: Request
  /** `Set-Cookie` headers of sign-ins, sign-outs and other changes. */
  #changes: readonly string[] = []
  /** The cookies of a session that was only read. */
  #renewal: readonly Cookie[] = []
  #session: Promise<S | null> | undefined
  #isPrivate = false
  #isFinished = false

  constructor(auth: Auth<S>, request: Request) {
    this.auth = auth
    this.request = request
  }

  /** The request for the core, with the cookies that the browser will have after the response. */
  get caller(): Caller {
    const { headers, method, url } = this.request
    return {
      headers,
      url: new URL(url),
      cookies: cookiesAfter(headers.get('cookie'), mergeCookies(this.#changes, this.#renewal)),
      canWrite: !this.isFinished && method !== 'HEAD',
    }
  }

  /** Whether the response was returned, after which no cookie reaches the browser. */
  get isFinished(): boolean {
    return this.#isFinished
  }

  /** Returns the session, or `null`. All code that handles the request shares it. */
  readSession(): Promise<S | null> {
    this.#session ??= this.#loadSession()
    return this.#session
  }

  /**
   * Returns the session, or `null`; or the page to send instead if the configuration is invalid, or the
   * database or the store is temporarily unavailable.
   */
  async readSessionOrErrorPage(): Promise<S | null | Response> {
    const known = await this.#session?.catch(() => undefined)
    if (known !== undefined) return known
    const result = await this.auth.sessionOrErrorPage(this.caller)
    if (result instanceof Response) return result
    this.#renewal = result.cookies
    this.#session = Promise.resolve(result.session)
    return result.session
  }

  /**
   * Keeps cookies for the response.
   *
   * @throws {Error} if the response was already returned
   */
  write(cookies: readonly Cookie[]): void {
    if (cookies.length === 0) return
    if (this.#isFinished)
      throw new Error(
        'A cookie was set after the response was returned, for example while it was streamed. ' +
          'Sign in, sign out or update the session before you return the response.',
      )
    this.#changes = mergeSetCookies(this.#changes, cookies.map(serializeCookie))
    // The request has changed its session.
    this.#session = undefined
  }

  /** Keeps the response out of all caches: the browser's next user must not see it. */
  keepPrivate(): void {
    this.#isPrivate = true
  }

  /**
   * Returns the response with the cookies. A cookie that the application's code set itself stays, and
   * a renewal never replaces what a sign-in or sign-out has set.
   */
  finish(response: Response): Response {
    this.#isFinished = true
    const isChanged = this.#changes.length > 0 || this.#renewal.length > 0 || this.#isPrivate
    // A response that opens a WebSocket cannot be copied.
    if (!isChanged || response.status < 200) return response
    const changes = mergeSetCookies(this.#changes, response.headers.getSetCookie())
    const cookies = mergeCookies(changes, this.#renewal)
    // A copy: the application may return the same response to every user.
    const finished = new Response(response.body, response)
    finished.headers.delete('Set-Cookie')
    for (const cookie of cookies) finished.headers.append('Set-Cookie', cookie)
    finished.headers.set('Cache-Control', UNCACHED)
    return finished
  }

  async #loadSession(): Promise<S | null> {
    const { session, cookies } = await this.auth.session(this.caller)
    if (!this.#isFinished) this.#renewal = cookies
    return session
  }
}
