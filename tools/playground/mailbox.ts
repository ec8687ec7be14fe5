/** A received e-mail. */
export interface Message {
  /** Increases: a later message has a higher id. */
  readonly id: number
  readonly from: string
  /** The recipients, in lower case: those of the envelope, not of the header. */
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string | undefined
  readonly html: string | undefined
  /** ISO 8601. */
  readonly receivedAt: string
}

/** Selects messages to one address, and messages after an id. */
export interface MessageFilter {
  readonly to?: string | undefined
  readonly after?: number | undefined
}

const MAX_MESSAGES = 100

/** The messages of the inbox, in memory. Keeps the last 100. */
export class Mailbox {
  #messages: readonly Message[] = []
  #lastId = 0
  readonly #waiting = new Set<() => void>()

  /** Adds a message and notifies callers that wait for one. */
  add(message: Omit<Message, 'id'>): void {
    this.#lastId += 1
    this.#messages = [{ id: this.#lastId, ...message }, ...this.#messages].slice(0, MAX_MESSAGES)
    for (const notify of this.#waiting) notify()
  }

  /** Returns the matching messages, newest first. */
  list({ to, after = 0 }: MessageFilter = {}): readonly Message[] {
    const address = to?.toLowerCase()
    return this.#messages.filter(
      (message) => message.id > after && (address === undefined || message.to.includes(address)),
    )
  }

  find(id: number): Message | undefined {
    return this.#messages.find((message) => message.id === id)
  }

  clear(): void {
    this.#messages = []
  }

  /**
   * Returns the same as `list`, as soon as a message matches. Returns an empty list when `signal`
   * aborts.
   */
  waitFor(filter: MessageFilter, signal: AbortSignal): Promise<readonly Message[]> {
    return new Promise((resolve) => {
      const notify = () => {
        const found = this.list(filter)
        if (found.length === 0 && !signal.aborted) return
        this.#waiting.delete(notify)
        signal.removeEventListener('abort', notify)
        resolve(found)
      }
      this.#waiting.add(notify)
      signal.addEventListener('abort', notify)
      notify()
    })
  }
}
