import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import type fc from 'fast-check'
import { vi } from 'vitest'

/** A call that fails. */
export interface Fault {
  /** Which of the calls, in the order in which they are made: 0 is the first. */
  readonly at: number
  /** `before`: nothing happens. `after`: the call is carried out, and its result is lost. */
  readonly moment: 'before' | 'after'
}

export interface Conditions {
  /** Decides which call is carried out next. */
  readonly scheduler: fc.Scheduler
  readonly fault?: Fault | undefined
  /** How long each call takes, in milliseconds. Needs a fake `Date`. Default: 0. */
  readonly tick?: number
}

/** The outcomes of requests, by their names. */
export type Outcomes<N extends string, T> = Record<N, PromiseSettledResult<T>>

/** The calls of all requests. */
interface Progress {
  calls: number
  /** The name of the call that was made to fail. */
  failed?: string
}

/** A request in progress. */
interface Actor {
  readonly name: string
  readonly conditions: Conditions
  readonly progress: Progress
  /** Number of its calls that wait for their turn. */
  waiting: number
}

/** The error of a call that was made to fail. */
class InjectedFault extends Error {}

const current = new AsyncLocalStorage<Actor>()

/** How long nothing may happen before a request counts as waiting for another one. */
const TIMEOUT_IDLE_MS = 4

/**
 * Runs requests at the same time, and lets a scheduler decide in which order their calls to the
 * database, the store and the provider are carried out.
 *
 * @returns the outcome of each request, and the name of the call that was made to fail
 */
export async function runAtOnce<N extends string, T>(
  conditions: Conditions,
  requests: Readonly<Record<N, () => Promise<T>>>,
): Promise<{ outcomes: Outcomes<N, T>; failed: string | undefined }> {
  const progress: Progress = { calls: 0 }
  const actors = new Set<Actor>()
  const outcomes: Partial<Outcomes<N, T>> = {}
  const restoreTimers = scheduleTimers()
  try {
    for (const [name, request] of Object.entries(requests) as [N, () => Promise<T>][]) {
      const actor: Actor = { name, conditions, progress, waiting: 0 }
      actors.add(actor)
      void current.run(actor, async () => {
        await turn(actor, 'start')
        const [outcome] = await Promise.allSettled([request()])
        outcomes[name] = outcome
        actors.delete(actor)
      })
    }
    while (actors.size > 0) {
      await untilWaiting(actors)
      if (conditions.scheduler.count() > 0) await conditions.scheduler.waitNext(1)
    }
  } finally {
    restoreTimers()
  }
  return { outcomes: outcomes as Outcomes<N, T>, failed: progress.failed }
}

/**
 * Returns an object whose methods wait for their turn, and then run without interruption. Calls
 * outside of `runAtOnce` run at once.
 */
export function scheduled<T extends object>(target: T): T {
  const methods = Object.entries(target).map(([name, method]) => [
    name,
    scheduledCall(name, method.bind(target)),
  ])
  return Object.fromEntries(methods) as T
}

/** Returns a function whose calls wait for their turn. */
export function scheduledCall<A extends unknown[], R>(
  name: string,
  call: (...args: A) => R | Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    const actor = current.getStore()
    if (actor === undefined) return await call(...args)
    const { fault } = actor.conditions
    const fails = actor.progress.calls++ === fault?.at ? fault.moment : undefined
    if (fails !== undefined) actor.progress.failed = name
    await turn(actor, fails === undefined ? name : `${name}, which fails ${fails}`)
    if (fails === 'before') throw new InjectedFault(`${name} fails`)
    const result = await call(...args)
    if (fails === 'after') throw new InjectedFault(`the result of ${name} is lost`)
    return result
  }
}

/** Waits until the scheduler chooses this call. */
async function turn(actor: Actor, call: string): Promise<void> {
  const { scheduler, tick = 0 } = actor.conditions
  actor.waiting += 1
  await scheduler.schedule(Promise.resolve(), `${actor.name}: ${call}`)
  actor.waiting -= 1
  if (tick > 0) vi.setSystemTime(Date.now() + tick)
}

/** Makes a short timer of a request wait for its turn instead: a database may take any time. */
function scheduleTimers(): () => void {
  const original = globalThis.setTimeout
  const scheduledTimer = (callback: () => void, delay = 0): unknown => {
    const actor = current.getStore()
    if (actor === undefined || delay > 1000) return original(callback, delay)
    return void turn(actor, 'timer').then(callback)
  }
  globalThis.setTimeout = scheduledTimer as typeof setTimeout
  return () => {
    globalThis.setTimeout = original
  }
}

/** Waits until each request has ended, waits for its turn, or waits for another request. */
async function untilWaiting(actors: ReadonlySet<Actor>): Promise<void> {
  let idleSince = performance.now()
  let before = ''
  do {
    await new Promise(setImmediate)
    const state = [...actors].map(({ name, waiting }) => `${name} ${waiting}`).join()
    if (state !== before) idleSince = performance.now()
    before = state
    const isAnyWaiting = [...actors].some(({ waiting }) => waiting > 0)
    if (isAnyWaiting && performance.now() - idleSince > TIMEOUT_IDLE_MS) return
  } while ([...actors].some(({ waiting }) => waiting === 0))
}
