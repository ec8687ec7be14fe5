import fc from 'fast-check'
import { refreshOnce } from 'latchkey/refresh'
import { expect, it } from 'vitest'
import { holdsFor } from '../properties/runs.ts'
import { runAtOnce, scheduledCall } from './interleaving.ts'

interface Tokens {
  readonly access: string
  readonly refresh: string
}

/**
 * A provider that rotates refresh tokens: one that is used twice is a theft, which ends them all.
 */
class RotatingProvider {
  readonly used: string[] = []
  #current: string

  constructor(first: string) {
    this.#current = first
  }

  refresh(token: string): Tokens {
    this.used.push(token)
    if (token !== this.#current) throw new Error('invalid_grant')
    this.#current = crypto.randomUUID()
    return { access: crypto.randomUUID(), refresh: this.#current }
  }
}

const REQUESTS = ['page', 'script', 'image', 'second tab']

// proves P-OA-14, P-CC-2
it('sends each refresh token once, in any order of the requests', async () => {
  const conditions = fc.record({
    scheduler: fc.scheduler(),
    fault: fc.option(fc.record({ at: fc.nat({ max: 3 }), moment: fc.constant('before' as const) }), {
      nil: undefined,
    }),
  })
  await holdsFor(
    conditions,
    async (chosen) => {
      const first = crypto.randomUUID()
      const provider = new RotatingProvider(first)
      const refresh = scheduledCall('refresh', async (token: string) => provider.refresh(token))
      const { outcomes, failed } = await runAtOnce(
        chosen,
        Object.fromEntries(REQUESTS.map((name) => [name, () => refreshOnce(first, () => refresh(first))])),
      )
      expect(provider.used.length).toBeLessThanOrEqual(1)
      const values = Object.values(outcomes).flatMap((outcome) =>
        outcome.status === 'fulfilled' ? [outcome.value] : [],
      )
      expect(new Set(values).size).toBeLessThanOrEqual(1)
      if (failed === undefined) expect(values).toHaveLength(REQUESTS.length)
      // A request after them gets the same tokens, or may try again if the refresh failed.
      const later = await refreshOnce(first, () => refresh(first))
      if (values[0] !== undefined) expect(later).toBe(values[0])
      expect(provider.used).toEqual([first])
      return values.length === 0
        ? 'all failed'
        : values.length < REQUESTS.length
          ? 'some failed'
          : 'refreshed'
    },
    { share: 0.02, outcomes: ['refreshed'] },
  )
})
