import type { Session } from '../types/session.ts'
import { type Connection, TIMEOUT_MS, timeoutError } from './connection.ts'
import { hashSession, type SessionChannel, type SessionMessage } from './session-channel.ts'
import type { SessionState, SessionStore } from './types.ts'

type KnownSession = Session | null | undefined
/** Sends an update, and ends when the request is aborted. */
type SendUpdate = (request: AbortController) => Promise<Session | null>

/** While no session is known, a failed read is repeated after 1, 2, 4, 8 and 16 seconds. */
const MAX_RETRIES = 5

/** Returns the state for a session. */
export function toState(data: KnownSession, error?: Error): SessionState {
  return { data, error, status: data === undefined ? 'loading' : data ? 'authenticated' : 'unauthenticated' }
}

/** The state before the session is known. */
export const UNKNOWN: SessionState = toState(undefined)

/**
 * Holds a page's session. The latest change decides what it shows: it aborts an earlier read, whose
 * callers get the new session. No read waits for an update.
 */
export class ClientSession implements SessionStore {
  readonly #connection: Connection
  readonly #channel: SessionChannel
  readonly #listeners: Set<() => void> = new Set()
  #state = UNKNOWN
  #stop: (() => void) | undefined
  /** The read in progress. */
  #reading: AbortController | undefined
  #pending: Promise<Session | null> | undefined
  #retries = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  /** The update in progress; `undefined` after a change that may be newer than its response. */
  #updating: AbortController | undefined
  #lastUpdate: Promise<unknown> = Promise.resolve()
  /** Number of updates that have not ended. */
  #updates = 0

  constructor(connection: Connection, channel: SessionChannel) {
    this.#connection = connection
    this.#channel = channel
  }

  get hasListeners(): boolean {
    return this.#stop !== undefined
  }

  readonly get = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (!this.hasListeners) this.#start()
    return () => {
      this.#listeners.delete(listener)
      // Not immediately: React in StrictMode removes every subscription and adds it again.
      queueMicrotask(() => this.#stopIfUnused())
    }
  }

  set(session: Session | null): void {
    const { data } = this.#state
    this.#replace(session)
    // The page was loaded, or a form of the application's server signed the user in or out. Other
    // tabs do not know it.
    if (data === undefined || !data !== !session) this.#channel.post('getSession', session)
  }

  /** Shows that the user is signed out, after the server ended the session. */
  end(): void {
    // The response to an update could set the cookie of the session again.
    this.#updating?.abort()
    this.#updating = undefined
    if (this.hasListeners) this.#replace(null)
  }

  refresh(): Promise<Session | null> {
    return this.#pending ?? this.#refreshNow()
  }

  /**
   * Like `refresh`, but after a change: the responses to a read and an update that are in progress
   * may have an older session, so the read is aborted, and the update is followed by another read.
   */
  refreshAfterNow(): Promise<Session | null> {
    this.#updating = undefined
    return this.#refreshNow()
  }

  #refreshNow(): Promise<Session | null> {
    this.#cancelRead()
    const request = new AbortController()
    this.#reading = request
    const pending = this.#read(request).finally(() => {
      if (request === this.#reading) this.#pending = undefined
    })
    this.#pending = pending
    return pending
  }

  /**
   * Like `refreshAfterNow`, but waits for a read that is in progress, so that frequent calls do not
   * abort each other. Concurrent calls share one request.
   */
  async refreshAfterPending(): Promise<Session | null> {
    await this.#pending
    return this.refresh()
  }

  /** Sends an update after the earlier ones, and publishes its result. */
  update(send: SendUpdate): Promise<Session | null> {
    const { data, error } = this.#state
    const start = Date.now()
    this.#updates++
    this.#publish(data, error)
    const update = this.#lastUpdate.then(() => this.#update(send, start))
    this.#lastUpdate = update
    return update
  }

  async #update(send: SendUpdate, start: number): Promise<Session | null> {
    const request = new AbortController()
    this.#updating = request
    try {
      // A server that does not respond must not make the queue longer and longer.
      if (Date.now() - start > TIMEOUT_MS) throw timeoutError(this.#connection.url('session'))
      const data = await send(request)
      this.#updates--
      if (!this.hasListeners) return data
      if (request !== this.#updating) return await this.#refreshNow()
      this.#replace(data)
      return data
    } catch (error) {
      this.#updates--
      const isCancelled = request.signal.aborted && request !== this.#updating
      if (!isCancelled) this.#fail(error as Error)
      return null
    }
  }

  async #read(request: AbortController): Promise<Session | null> {
    const isOutdated = (): boolean => request !== this.#reading
    try {
      const data = await this.#connection.readSession(request)
      if (isOutdated()) return await this.#latest()
      const isFirst = this.#state.data === undefined
      this.#publish(data)
      // The user may have just signed in. Other tabs do not know it.
      if (isFirst && this.hasListeners) this.#channel.post('getSession', data)
      return data
    } catch (error) {
      if (isOutdated()) return this.#latest()
      this.#fail(error as Error)
      if (this.hasListeners && this.#state.data === undefined && this.#retries < MAX_RETRIES)
        this.#retryTimer = setTimeout(() => this.refresh(), 1000 * 2 ** this.#retries++)
      return null
    }
  }

  /** Returns the session for a caller whose read was aborted. */
  async #latest(): Promise<Session | null> {
    return this.#pending ?? this.#state.data ?? null
  }

  #cancelRead(): void {
    clearTimeout(this.#retryTimer)
    this.#reading?.abort()
    this.#reading = this.#pending = undefined
  }

  #fail(error: Error): void {
    this.#connection.report(error)
    this.#publish(this.#state.data, error)
  }

  /** Shows a session that is newer than the responses to all earlier requests. */
  #replace(data: Session | null): void {
    this.#cancelRead()
    this.#updating = undefined
    this.#show(data)
  }

  #publish(data: KnownSession, error?: Error): void {
    if (this.hasListeners) this.#show(data, error)
  }

  #show(reported: KnownSession, error?: Error): void {
    const known = this.#state
    const data = JSON.stringify(reported) === JSON.stringify(known.data) ? known.data : reported
    const state = toState(data, error)
    const status = data && this.#updates > 0 ? 'loading' : state.status
    if (data === known.data && status === known.status && error === known.error) return
    this.#state = { ...state, status }
    for (const listener of this.#listeners) {
      try {
        listener()
      } catch (thrown) {
        // The other listeners, and the caller that waits for a request, go on.
        console.error(thrown)
      }
    }
  }

  #start(): void {
    this.#stop = this.#channel.listen(this.#hear)
    this.#retries = 0
    if (this.#state.data === undefined) this.#refreshNow()
  }

  /** Reads the session after a message of another tab, unless both have the same one. */
  readonly #hear = async ({ trigger, digest }: SessionMessage): Promise<void> => {
    // A slow read must not show a user who has signed out.
    if (trigger === 'signout') return void this.refreshAfterNow()
    await this.#pending
    if (!this.hasListeners || digest === hashSession(this.#state.data)) return
    this.#updating = undefined
    // Several messages at once cause one read.
    this.refresh()
  }

  #stopIfUnused(): void {
    if (this.#listeners.size > 0) return
    clearTimeout(this.#retryTimer)
    this.#stop?.()
    this.#stop = undefined
    this.#state = UNKNOWN
  }
}
