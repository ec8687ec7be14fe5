/** A mail that has arrived. */
export interface Message {
  /** Counts up; a later message has a higher one. */
  readonly id: number
  readonly from: string
  /** The addresses that it was delivered to, in lower case: of the envelope, not of the header. */
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string | undefined
  readonly html: string | undefined
  /** ISO 8601. */
  readonly receivedAt: string
}

/** Which messages: to this address, and later than this one. */
export interface MessageFilter {
  readonly to?: string | undefined
  readonly after?: number | undefined
}

const MAX_MESSAGES = 100

/** The messages of the inbox, in memory: the last 100. */
export class Mailbox {
  #messages: readonly Message[] = []
  #lastId = 0
  readonly #waiting = new Set<() => void>()

  /** Takes a message in and tells whoever waits for one. */
  add(message: Omit<Message, 'id'>): void {
    this.#lastId += 1
    this.#messages = [{ id: this.#lastId, ...message }, ...this.#messages].slice(0, MAX_MESSAGES)
    for (const tell of this.#waiting) tell()
  }

  /** The messages that fit, newest first. */
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

  /** As `list`, as soon as there is one that fits; what there is, which is nothing, when `signal` aborts. */
  waitFor(filter: MessageFilter, signal: AbortSignal): Promise<readonly Message[]> {
    return new Promise((resolve) => {
      const tell = () => {
        const found = this.list(filter)
        if (found.length === 0 && !signal.aborted) return
        this.#waiting.delete(tell)
        signal.removeEventListener('abort', tell)
        resolve(found)
      }
      this.#waiting.add(tell)
      signal.addEventListener('abort', tell)
      tell()
    })
  }
}
