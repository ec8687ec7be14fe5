import { chosenVariants } from '@latchkey/test-support/variants.mjs'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { STRATEGIES } from './application.ts'
import { type FourProcesses, startFourProcesses } from './four-processes.ts'
import { PROMISES } from './promises.ts'
import { SET_UPS } from './set-ups.ts'
import { Site } from './site.ts'

for (const { skip } of SET_UPS) if (skip?.()) console.warn(skip())

/** A store of its own, and one in the database. The stores have test suites of their own. */
const CHOSEN = chosenVariants(SET_UPS, ({ storage }) => storage === 'redis' || storage === 'postgres')

describe.each(CHOSEN.filter(({ skip }) => !skip?.()))('four processes with $title', (setUp) => {
  let processes: FourProcesses
  beforeAll(async () => {
    processes = await startFourProcesses(setUp)
  })
  afterAll(() => processes?.stop())

  describe.each(STRATEGIES)('and the strategy %s', (strategy) => {
    const promises = PROMISES.filter(({ strategies = STRATEGIES }) => strategies.includes(strategy))
    const named = promises.map((promise) => [`${promise.id}: ${promise.title}`, promise] as const)
    // proves DB-30
    it.concurrent.each(named)('%s', (_, { prove }) => prove(new Site(processes, strategy)))
  })
})
