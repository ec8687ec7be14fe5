import { describe, expect, it } from 'vitest'
import attacks from './attacks.json' with { type: 'json' }

type Framework = 'next' | 'next-14' | 'solid-start' | 'sveltekit'

/** Defines a test for each attack on a framework. `run` has what each of them does, by its id. */
export function testAttacks(framework: Framework, run: Readonly<Record<string, () => Promise<void>>>): void {
  const own = attacks.filter((attack) => attack.framework === framework)
  describe('attacks', () => {
    it('all run', () => {
      expect(Object.keys(run)).toEqual(own.map(({ id }) => id))
    })
    for (const { id, title } of own) it(`${id} ${title}`, run[id])
  })
}
