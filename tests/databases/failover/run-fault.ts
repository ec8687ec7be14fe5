import { setTimeout as delay } from 'node:timers/promises'
import type { FaultRun, Quietly } from './fault.ts'
import { type Load, startLoad } from './load.ts'
import { type RunningApplication, startApplication } from './running-application.ts'
import type { Operation } from './visitor.ts'

const FAULT_MILLISECONDS = 3000
const MAX_RECOVERY_MILLISECONDS = 10_000
/** Statuses of responses that are as they should be. 403: a link that does not sign in. */
const EXPECTED: Readonly<Record<Operation, readonly number[]>> = {
  read: [200],
  'sign in': [200, 302, 403],
  'sign out': [302],
  intrude: [200, 302, 403],
}
/** What the log says of clients with wrong links and forged cookies. */
const OF_INTRUDERS = /^\[latchkey\] (?:Verification|JWTSessionError): /

/** What happened while a fault lasted, and afterwards. */
export interface Outcome {
  /** What must not happen, in words. */
  readonly violations: readonly string[]
  readonly isAlive: boolean
  readonly operations: Readonly<Record<Operation, Responses>>
  /** Responses with status 503 that do not say when to try again. */
  readonly withoutRetryAfter: number
  /** The entries in the log, without numbers, and how often each was written. */
  readonly log: Readonly<Record<string, number>>
}

/** The responses to one operation, from the start of the fault. */
export interface Responses {
  readonly worked: number
  /** The other statuses. */
  readonly failed: readonly number[]
  readonly slowestMilliseconds: number
}

interface Site {
  readonly name: string
  readonly application: RunningApplication
  readonly load: Load
}

/**
 * Runs applications under load while something fails.
 *
 * @throws {Error} with the log of an application that does not recover
 */
export async function runFault(run: FaultRun): Promise<Record<string, Outcome>> {
  const started = await Promise.allSettled(Object.entries(run.applications).map(startSite))
  const sites = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    for (const each of started) if (each.status === 'rejected') throw each.reason
    const startedAt = Date.now()
    await run.inject(
      quietlyOn(sites),
      sites.map(({ application }) => application.origin),
    )
    for (const { load } of sites) load.signInAndOut()
    await delay(run.milliseconds ?? FAULT_MILLISECONDS)
    await run.heal()
    const outcomes = await Promise.all(sites.map((site) => finish(site, startedAt)))
    return Object.fromEntries(sites.map(({ name }, index) => [name, outcomes[index] as Outcome]))
  } finally {
    await Promise.all(sites.map(({ load }) => load.abandon()))
    await Promise.all(sites.map(({ application }) => application.stop()))
  }
}

async function startSite([name, settings]: [string, FaultRun['applications'][string]]): Promise<Site> {
  const application = await startApplication(settings)
  try {
    return { name, application, load: await startLoad(application) }
  } catch (error) {
    await application.stop()
    throw error
  }
}

function quietlyOn(sites: readonly Site[]): Quietly {
  return sites.reduce<Quietly>(
    (inner, { load }) =>
      (work) =>
        load.quietly(() => inner(work)),
    (work) => work(),
  )
}

async function finish({ name, application, load }: Site, startedAt: number): Promise<Outcome> {
  try {
    await load.untilRecovered(MAX_RECOVERY_MILLISECONDS)
    await load.stop()
    return describeOutcome(application, load, startedAt)
  } catch (error) {
    const log = application.log().slice(-4000)
    throw new Error(`${name}: ${(error as Error).message}\n${log}`, { cause: error })
  }
}

function describeOutcome(application: RunningApplication, load: Load, startedAt: number): Outcome {
  const later = load.observations.filter((each) => each.startedAt + each.milliseconds >= startedAt)
  const responsesTo = (operation: Operation): Responses => {
    const own = later.filter((each) => each.operation === operation)
    const failed = own.map(({ status }) => status).filter((status) => !EXPECTED[operation].includes(status))
    return {
      worked: own.length - failed.length,
      failed: [...new Set(failed)],
      slowestMilliseconds: Math.max(0, ...own.map(({ milliseconds }) => milliseconds)),
    }
  }
  const unavailable = later.filter(({ status }) => status === 503)
  return {
    violations: load.violations,
    isAlive: application.isAlive(),
    operations: {
      read: responsesTo('read'),
      'sign in': responsesTo('sign in'),
      'sign out': responsesTo('sign out'),
      intrude: responsesTo('intrude'),
    },
    withoutRetryAfter: unavailable.filter(({ retryAfter }) => !/^[1-9]\d*$/.test(retryAfter ?? '')).length,
    log: countLines(application.logLines()),
  }
}

function countLines(lines: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of lines.filter((each) => !OF_INTRUDERS.test(each)).map(withoutDetails))
    counts[line] = (counts[line] ?? 0) + 1
  return counts
}

/** Removes what differs from run to run: ports, names of methods, and the details. */
function withoutDetails(line: string): string {
  return line
    .replace('[latchkey] ', '')
    .replace(/(?: \{.*\})+$/, '')
    .replace(/(The (?:adapter|store)'s) `\w+` (took|failed)/, '$1 `…` $2')
    .replaceAll(/(127\.0\.0\.1|::1):\d+/g, '$1:…')
}
