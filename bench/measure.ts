import type { Subject } from './subjects/subject.ts'

/** The measurements of one subject. */
export interface Figures {
  readonly subject: Subject
  /** The median of the rounds: CPU time of one call with 64 concurrent calls, in µs. */
  readonly cpu: number
  /** The lowest and the highest round. */
  readonly range: readonly [number, number]
  /** The median time of one call, one after the other, in µs. */
  readonly p50: number
}

const IN_FLIGHT = 64
const ROUNDS = 7
/** The time for one subject in one round. */
const SLICE_MS = 250

/**
 * Measures subjects side by side: in rounds, in a different order in each, so that other load on
 * the machine affects all of them.
 *
 * @throws {Error} when a subject returns a wrong result
 */
export async function measure(subjects: readonly Subject[]): Promise<Figures[]> {
  for (const { run, check, library, variant } of subjects) {
    try {
      await check(await run())
    } catch (cause) {
      throw new Error(`${[library, variant].filter(Boolean).join(', ')} returns a wrong result.`, { cause })
    }
  }
  const counts = new Map<Subject, number>()
  for (const subject of subjects) counts.set(subject, await calibrate(subject))
  const cpu = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]))
  const times = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of shuffled(subjects)) {
      const count = counts.get(subject) ?? IN_FLIGHT
      cpu.get(subject)?.push(await cpuPerCall(subject, count))
      times.get(subject)?.push(...(await sequentialTimes(subject, Math.min(count, 400))))
    }
  }
  return subjects.map((subject) => {
    const rounds = cpu.get(subject) ?? []
    return { subject, cpu: median(rounds), range: findRange(rounds), p50: median(times.get(subject) ?? []) }
  })
}

/** Warms a subject up, and returns how many calls fit into its time in a round. */
async function calibrate(subject: Subject): Promise<number> {
  const start = performance.now()
  let calls = 0
  while (performance.now() - start < SLICE_MS * 2) {
    await burst(subject, IN_FLIGHT)
    calls += IN_FLIGHT
  }
  return Math.max(IN_FLIGHT, Math.round(calls / 2 / IN_FLIGHT) * IN_FLIGHT)
}

async function cpuPerCall(subject: Subject, count: number): Promise<number> {
  const before = process.cpuUsage()
  for (let done = 0; done < count; done += IN_FLIGHT) await burst(subject, IN_FLIGHT)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

async function sequentialTimes({ run }: Subject, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await run()
    times.push((performance.now() - start) * 1000)
  }
  return times
}

async function burst({ run }: Subject, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => run()))
}

/** Returns the lowest and the highest value. */
export function findRange(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => [Math.random(), value] as const)
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value)
}
