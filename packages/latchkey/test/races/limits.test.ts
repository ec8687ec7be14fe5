import fc from 'fast-check'
import { memoryStore } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import { expect, it } from 'vitest'
import { BASE, createApp } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { holdsFor } from '../properties/runs.ts'
import { runAtOnce, scheduled, scheduledCall } from './interleaving.ts'

const LIMIT = 3

// proves P-CR-4, P-DS-3
it('checks at most as many wrong passwords as the limit allows, whatever the order', async () => {
  const conditions = fc.record({
    scheduler: fc.scheduler(),
    fault: fc.option(
      fc.record({ at: fc.nat({ max: 11 }), moment: fc.constantFrom('before' as const, 'after' as const) }),
      { nil: undefined },
    ),
  })
  let guesses = 0
  const check = scheduledCall('authorize', (): null => {
    guesses += 1
    return null
  })
  const app = createApp({
    store: scheduled(memoryStore()),
    // The calls wait for their turn, however long that takes.
    timeouts: { adapter: false, store: false },
    limits: { credentials: { attempts: LIMIT, seconds: 900 } },
    providers: [
      Credentials({
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        authorize: check,
      }),
    ],
  })
  let count = 0
  await holdsFor(
    conditions,
    async (chosen) => {
      guesses = 0
      count += 1
      const email = `ann${count}@example.com`
      const attempt = () =>
        new Browser(app).post(`${BASE}/callback/credentials`, { email, password: 'wrong' })
      const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
      const { failed } = await runAtOnce(chosen, Object.fromEntries(names.map((name) => [name, attempt])))
      // A failure of the application's function is no guess, and does not count.
      expect(guesses).toBeLessThanOrEqual(failed === 'authorize' ? LIMIT + 1 : LIMIT)
      if (failed === undefined) expect(guesses).toBe(LIMIT)
      await attempt()
      expect(guesses).toBeLessThanOrEqual(failed === 'authorize' ? LIMIT + 1 : LIMIT)
      return failed === undefined ? 'limited' : 'a call failed'
    },
    { share: 0.02, outcomes: ['limited', 'a call failed'] },
  )
})
