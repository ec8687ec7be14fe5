import type { Auth } from '../integration/create-auth.ts'
import { readOrNobody } from '../read-or-nobody.ts'
import type { DefaultSession } from '../types/session.ts'
import { callerOf, type StartEvent, writeCookies } from './event.ts'

/** The session of each request, which is read once however many ask for it. */
export class CurrentSession<S extends DefaultSession> {
  readonly #auth: () => Auth<S>
  /** By the request, not by the event: that one lives on in a single-flight run, where the cookies are others. */
  readonly #known: WeakMap<Request, Promise<S | null>> = new WeakMap()

  constructor(auth: () => Auth<S>) {
    this.#auth = auth
  }

  /** Writes no cookie: the page may be on its way already. */
  read(event: StartEvent): Promise<S | null> {
    return this.#known.get(event.request) ?? this.#remember(event, this.#ask(event, false))
  }

  /** Renews the session where it is due. For who comes before the answer begins. */
  renew(event: StartEvent): Promise<S | null> {
    return this.#remember(event, this.#ask(event, true))
  }

  /** It is another one from here on. */
  forget({ request }: StartEvent): void {
    this.#known.delete(request)
  }

  async #ask(event: StartEvent, canWrite: boolean): Promise<S | null> {
    const { session, cookies } = await readOrNobody(this.#auth(), callerOf(event, canWrite))
    writeCookies(event, cookies)
    return session
  }

  #remember({ request }: StartEvent, session: Promise<S | null>): Promise<S | null> {
    this.#known.set(request, session)
    return session
  }
}
