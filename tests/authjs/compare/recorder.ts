import type { Functions } from './libraries.ts'
import { normalize, type Plain } from './normalize.ts'

interface Call {
  readonly name: string
  readonly params: Plain
}

/** Records the calls of callbacks, events and adapter methods, and what was logged. */
export class Recorder {
  readonly #calls: Record<string, Call[]> = {}

  /** Wraps functions so that each call is recorded with its arguments, as they are at that time. */
  wrap<T extends Functions>(type: string, functions: T): T {
    const wrapped = Object.entries(functions).map(([name, call]) => [
      name,
      (...params: [unknown, ...unknown[]]) => {
        this.add(type, name, params.length === 1 ? params[0] : params)
        return call.apply(functions, params)
      },
    ])
    return Object.fromEntries(wrapped) as T
  }

  add(type: string, name: string, params: unknown): void {
    this.#calls[type] ??= []
    this.#calls[type].push({ name, params: normalize(params) })
  }

  /**
   * Returns what was recorded since the last call: for each type the order of the calls, and the
   * arguments of each; for the log the order of its entries.
   */
  take(): { [type: string]: Plain } {
    const taken = Object.entries(this.#calls).filter(([, calls]) => calls.length > 0)
    const described = taken.map(([type, calls]) => [
      type,
      type === 'log' ? describeOrder(calls) : describeCalls(calls),
    ])
    for (const [type] of taken) this.#calls[type] = []
    return Object.fromEntries(described)
  }
}

function describeOrder(calls: readonly Call[]): string {
  return calls.map(({ name }) => name).join(', ')
}

function describeCalls(calls: readonly Call[]): Plain {
  const counts = new Map<string, number>()
  const described: Record<string, Plain> = { order: describeOrder(calls) }
  for (const { name, params } of calls) {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    described[count === 1 ? name : `${name} (${count})`] = params
  }
  return described
}
