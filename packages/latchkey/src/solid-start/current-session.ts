import type { Auth } from '../integration/create-auth.ts'
import type { DefaultSession } from '../types/session.ts'
import { type StartEvent, toCaller, writeCookies } from './event.ts'

/** The current requests' sessions. Each session is read only once. */
export class CurrentSession<S extends DefaultSession> {
  readonly #auth: () => Auth<S>
  /** Keyed by request, not by event: a single-flight run reuses the event with other cookies. */
  readonly #known: WeakMap<Request, Promise<S | null>> = new WeakMap()

  constructor(auth: () => Auth<S>) {
    this.#auth = auth
  }

  /** Returns the session, or `null`. Sets no cookie, because the page may already be streaming. */
  read(event: StartEvent): Promise<S | null> {
    return this.#known.get(event.request) ?? this.#remember(event, this.#load(event, false))
  }

  /** Returns the session, or `null`, and renews it if due. Call it before the response starts. */
  renew(event: StartEvent): Promise<S | null> {
    return this.#remember(event, this.#load(event, true))
  }

  /**
   * Renews the session for a protected path; returns the error page if the configuration or the
   * address is invalid.
   */
  async renewOrErrorPage(event: StartEvent): Promise<S | null | Response> {
    const result = await this.#auth().sessionOrErrorPage(toCaller(event, true))
    if (result instanceof Response) return result
    writeCookies(event, result.cookies)
    return this.#remember(event, Promise.resolve(result.session))
  }

  /** Forgets a request's session, because the request has changed it. */
  forget({ request }: StartEvent): void {
    this.#known.delete(request)
  }

  async #load(event: StartEvent, canWrite: boolean): Promise<S | null> {
    const { session, cookies } = await this.#auth().session(toCaller(event, canWrite))
    writeCookies(event, cookies)
    return session
  }

  #remember({ request }: StartEvent, session: Promise<S | null>): Promise<S | null> {
    this.#known.set(request, session)
    return session
  }
}
