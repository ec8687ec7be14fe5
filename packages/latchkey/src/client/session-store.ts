import type { Session } from '../types/session.ts'
import type { Connection } from './connection.ts'
import type { SessionChannel } from './session-channel.ts'
import type { SessionState, SessionStore } from './types.ts'

type Read = () => Promise<Session | null>

/** Returns the state for a session. */
export function stateOf(data: Session | null | undefined, error?: Error): SessionState {
  return { data, error, status: data === undefined ? 'loading' : data ? 'authenticated' : 'unauthenticated' }
}

/** The state before the session is known. */
export const UNKNOWN: SessionState = stateOf(undefined)

/** Holds the session of a page. */
export class ClientSession implements SessionStore {
  readonly #connection: Connection
  readonly #channel: SessionChannel
  readonly #listeners: Set<() => void> = new Set()
  #state = UNKNOWN
  /** Counts changes without a request, so that a response to an earlier request is ignored. */
  #version = 0
  #pending: Promise<Session | null> | undefined
  #next: Promise<Session | null> | undefined
  #stop: (() => void) | undefined

  constructor(connection: Connection, channel: SessionChannel) {
    this.#connection = connection
    this.#channel = channel
  }

  get hasListeners(): boolean {
    return this.#stop !== undefined
  }

  get isBusy(): boolean {
    return this.hasListeners && this.#pending !== undefined && this.#state.status === 'loading'
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
    this.#version++
    this.#publish(stateOf(session))
    // A form of the application's server signed the user in or out. Other tabs do not know it.
    if (data !== undefined && !data !== !session) this.#channel.post('getSession')
  }

  refresh(): Promise<Session | null> {
    return this.#pending ?? this.#run(() => this.#connection.readSession())
  }

  /** Like `refresh`, but never returns the response to a request that is already in progress. */
  readonly refreshAfterNow = (): Promise<Session | null> => {
    this.#next ??= this.#pending?.then(() => {
      this.#next = undefined
      return this.refresh()
    })
    return this.#next ?? this.refresh()
  }

  /** Runs an update and publishes its result. */
  async update(read: Read): Promise<Session | null> {
    while (this.#pending) await this.#pending
    if (this.hasListeners) this.#publish({ ...this.#state, status: 'loading' })
    return this.#run(read)
  }

  /** Runs reads one after the other, so that an older response never replaces a newer one. */
  #run(read: Read): Promise<Session | null> {
    this.#pending = this.#load(read).finally(() => {
      this.#pending = undefined
    })
    return this.#pending
  }

  async #load(read: Read): Promise<Session | null> {
    const version = this.#version
    const publish = (state: SessionState): void => {
      if (this.hasListeners && version === this.#version) this.#publish(state)
    }
    try {
      const data = await read()
      publish(stateOf(data))
      return data
    } catch (error) {
      this.#connection.report(error as Error)
      publish(stateOf(this.#state.data, error as Error))
      return null
    }
  }

  #publish(state: SessionState): void {
    const known = this.#state
    const data = JSON.stringify(state.data) === JSON.stringify(known.data) ? known.data : state.data
    if (data === known.data && state.status === known.status && state.error === known.error) return
    this.#state = { ...state, data }
    for (const listener of this.#listeners) listener()
  }

  async #start(): Promise<void> {
    this.#stop = this.#channel.listen(this.refreshAfterNow)
    if (this.#state.data !== undefined) return
    await this.refreshAfterNow()
    // The user may have just signed in. Other tabs do not know it.
    if (this.#state.data !== undefined) this.#channel.post('getSession')
  }

  #stopIfUnused(): void {
    if (this.#listeners.size > 0) return
    this.#stop?.()
    this.#stop = undefined
    this.#version++
    this.#state = UNKNOWN
  }
}
