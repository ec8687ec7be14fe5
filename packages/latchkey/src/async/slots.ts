/** How many callers run at the same time, and how many wait for how long. */
export interface SlotLimits {
  readonly maxRunning: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
}

/** Limits how many callers do expensive work at the same time. */
export interface Slots {
  /**
   * Waits for a slot, in the order of the calls. Returns `false` if too many callers are already
   * waiting, or if none became free in time. The caller must then not start its work.
   */
  enter(): Promise<boolean>
  /** Frees the slot of a caller whose `enter` returned `true`. */
  leave(): void
}

/** Creates slots that are all free. */
export function createSlots({ maxRunning, maxWaiting, maxWaitMs }: SlotLimits): Slots {
  let running = 0
  const waiting = new Set<() => void>()
  return {
    async enter() {
      if (running < maxRunning) return ++running > 0
      return waiting.size < maxWaiting && waitForTurn(waiting, maxWaitMs)
    },
    leave() {
      const [start] = waiting
      // The slot goes from one caller to the next.
      if (start) start()
      else running--
    },
  }
}

function waitForTurn(waiting: Set<() => void>, maxWaitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const stopWaiting = (hasSlot: boolean): void => {
      clearTimeout(timer)
      waiting.delete(start)
      resolve(hasSlot)
    }
    const start = (): void => stopWaiting(true)
    const timer = setTimeout(() => stopWaiting(false), maxWaitMs)
    waiting.add(start)
  })
}
