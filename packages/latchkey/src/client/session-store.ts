import type { Session } from '../types/session.ts'
import type { Connection } from './connection.ts'
import type { SessionChannel } from './session-channel.ts'
import type { SessionState, SessionStore } from './types.ts'

type Read = () => Promise<Session | null>

/** The state for what is known of a session. */
export function stateOf(data: Session | null | undefined, error?: Error): SessionState {
  return { data, error, status: data === undefined ? 'loading' : data ? 'authenticated' : 'unauthenticated' }
}

/** The state before anything is known. */
export const UNKNOWN: SessionState = stateOf(undefined)

/** The one place of a page that knows its session. */
export class WatchedSession implements SessionStore {
  readonly #connection: Connection
  readonly #channel: SessionChannel
  readonly #listeners: Set<() => void> = new Set()
  #state = UNKNOWN
  /** Counts what was learned by other ways than a request, so that an answer from before is known as the older one. */
  #learned = 0
  #underWay: Promise<Session | null> | undefined
  #next: Promise<Session | null> | undefined
  #stop: (() => void) | undefined

  constructor(connection: Connection, channel: SessionChannel) {
    this.#connection = connection
    this.#channel = channel
  }

  get isWatched(): boolean {
    return this.#stop !== undefined
  }

  get isBusy(): boolean {
    return this.isWatched && this.#underWay !== undefined && this.#state.status === 'loading'
  }

  readonly get = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (!this.isWatched) this.#start()
    return () => {
      this.#listeners.delete(listener)
      // Not at once: React in StrictMode takes every subscription back and renews it.
      queueMicrotask(() => this.#stopUnlessWatched())
    }
  }

  set(session: Session | null): void {
    const { data } = this.#state
    this.#learned++
    this.#publish(stateOf(session))
    // Signed in or out by a form of the application's server, which only this tab has seen.
    if (data !== undefined && !data !== !session) this.#channel.post('getSession')
  }

  refresh(): Promise<Session | null> {
    return this.#underWay ?? this.#run(() => this.#connection.readSession())
  }

  /** Like `refresh`, but never with an answer that was asked for before now. */
  readonly refreshAfterNow = (): Promise<Session | null> => {
    this.#next ??= this.#underWay?.then(() => {
      this.#next = undefined
      return this.refresh()
    })
    return this.#next ?? this.refresh()
  }

  /** Shows what an update gives. */
  async update(read: Read): Promise<Session | null> {
    while (this.#underWay) await this.#underWay
    if (this.isWatched) this.#publish({ ...this.#state, status: 'loading' })
    return this.#run(read)
  }

  /** One after the other, so that an older answer never replaces a newer one. */
  #run(read: Read): Promise<Session | null> {
    this.#underWay = this.#take(read).finally(() => {
      this.#underWay = undefined
    })
    return this.#underWay
  }

  async #take(read: Read): Promise<Session | null> {
    const learned = this.#learned
    const publish = (state: SessionState): void => {
      if (this.isWatched && learned === this.#learned) this.#publish(state)
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
    // Somebody may have come back from signing in, which other tabs cannot know.
    if (this.#state.data !== undefined) this.#channel.post('getSession')
  }

  #stopUnlessWatched(): void {
    if (this.#listeners.size > 0) return
    this.#stop?.()
    this.#stop = undefined
    this.#learned++
    this.#state = UNKNOWN
  }
}
