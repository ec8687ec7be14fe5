import type { PublicProvider } from '../types/providers/provider.ts'
import type { Session } from '../types/session.ts'
import { Connection } from './connection.ts'
import { createSessionChannel, type SessionChannel } from './session-channel.ts'
import { ClientSession } from './session-store.ts'
import { createSignIn, type Parts } from './sign-in.ts'
import { createSignOut } from './sign-out.ts'
import type { Client, ClientOptions, GetSessionParams, SignIn, SignOut } from './types.ts'

/**
 * Creates a browser client for a server with Latchkey or Auth.js. It sends no request until you use
 * it.
 *
 * @example
 * ```ts
 * import { createClient } from 'latchkey/client'
 *
 * const { session, signOut } = createClient({ basePath: '/auth' })
 * session.subscribe(() => console.log(session.get().data?.user?.name))
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  return new PageClient(options)
}

/** The client with its internal parts, for the functions in this folder. */
export class PageClient implements Client, Parts {
  readonly connection: Connection
  readonly channel: SessionChannel
  readonly session: ClientSession
  readonly signIn: SignIn
  readonly signOut: SignOut

  constructor(options: ClientOptions) {
    this.connection = new Connection(options)
    this.channel = createSessionChannel()
    this.session = new ClientSession(this.connection, this.channel)
    this.signIn = createSignIn(this)
    this.signOut = createSignOut(this)
  }

  readonly getSession = async ({
    headers,
    broadcast = true,
  }: GetSessionParams = {}): Promise<Session | null> => {
    const { session, connection, channel } = this
    // With `headers`, the session belongs to another request and must not reach the listeners.
    const data = await (session.hasListeners && !headers
      ? session.refreshAfterPending()
      : this.#orNull(connection.readSession(undefined, headers?.cookie)))
    if (broadcast) channel.post('getSession', data)
    return data
  }

  readonly getCsrfToken = async (): Promise<string> =>
    (await this.#orNull(this.connection.readCsrfToken())) ?? ''

  readonly getProviders = (): Promise<Record<string, PublicProvider> | null> =>
    this.#orNull(this.connection.readProviders())

  readonly update = (data?: unknown): Promise<Session | null> => {
    const { session, connection, channel } = this
    return session.update(async (request) => {
      const updated = await (data === undefined
        ? connection.readSession(request)
        : connection.updateSession(data, request))
      channel.post('getSession', updated)
      return updated
    })
  }

  readonly configure = (options: ClientOptions): void => this.connection.configure(options)

  readonly url = (endpoint: string): string => this.connection.url(endpoint)

  readonly navigate = (url: string): void => this.connection.navigate(url)

  /** Returns `null` if a read fails, and passes the error to `onError`. */
  #orNull<T>(reading: Promise<T>): Promise<T | null> {
    return reading.catch((error: Error) => {
      this.connection.report(error)
      return null
    })
  }
}
