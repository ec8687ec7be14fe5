import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Result, Step } from './run-steps.mjs'
import { chooseSteps, runSteps } from './run-steps.mjs'

const passes = { passed: 1, failed: 0, output: '' }
const fails = { passed: 0, failed: 1, output: 'broken' }

function step(name: string, result: Result | Error, more: Partial<Step> = {}): Step {
  return {
    name,
    title: name,
    run: () => (result instanceof Error ? Promise.reject(result) : Promise.resolve(result)),
    ...more,
  }
}

/** Runs steps and tells what became of each, in the order in which they ended. */
async function run(steps: readonly Step[], atOnce = 2) {
  const ended: [string, Result][] = []
  const sum = await runSteps(steps, { atOnce, onEnd: ({ name }, result) => ended.push([name, result]) })
  return { sum, ended: Object.fromEntries(ended), order: ended.map(([name]) => name) }
}

describe('runSteps', () => {
  it('adds up what passed and what failed', async () => {
    const { sum } = await run([
      step('a', passes),
      step('b', { passed: 30, failed: 2, output: '' }),
      step('c', fails),
    ])
    expect(sum).toEqual({ passed: 31, failed: 3 })
  })

  it('goes on after a failure', async () => {
    expect((await run([step('a', fails), step('b', passes)])).order).toEqual(['a', 'b'])
  })

  it('counts a step that throws as failed, with its message', async () => {
    expect((await run([step('a', new Error('no disk'))])).ended.a).toEqual({
      passed: 0,
      failed: 1,
      output: 'no disk',
    })
  })

  it('does not run what needs a step that failed, and says why, down the chain', async () => {
    const { sum, ended } = await run([
      step('a', fails),
      step('b', passes, { needs: ['a'] }),
      step('c', passes, { needs: ['b'] }),
    ])
    expect(sum).toEqual({ passed: 0, failed: 3 })
    expect(ended.b?.output).toContain('needs the step "a", which failed')
    expect(ended.c?.output).toContain('needs the step "b", which failed')
  })

  it('runs what comes after a step that failed', async () => {
    const { sum, order } = await run([step('b', passes, { after: ['a'] }), step('a', fails)])
    expect([sum, order]).toEqual([{ passed: 1, failed: 1 }, ['a', 'b']])
  })

  it('does not wait for what is not part of the run', async () => {
    expect((await run([step('b', passes, { after: ['a'], needs: ['x'] })])).sum).toEqual({
      passed: 1,
      failed: 0,
    })
  })

  it('runs so many at once and no more', async () => {
    let [now, most] = [0, 0]
    const slow = (name: string) =>
      step(name, passes, {
        run: async () => {
          now += 1
          most = Math.max(most, now)
          await delay(10)
          now -= 1
          return passes
        },
      })
    await run([slow('a'), slow('b'), slow('c'), slow('d')], 2)
    expect(most).toBe(2)
  })

  it('refuses steps that wait for each other', async () => {
    await expect(
      run([step('a', passes, { needs: ['b'] }), step('b', passes, { after: ['a'] })]),
    ).rejects.toThrow('in a circle')
  })
})

describe('chooseSteps', () => {
  const steps = [
    step('a', passes),
    step('b', passes, { needs: ['a'] }),
    step('c', passes, { needs: ['b'], after: ['d'] }),
    step('d', passes),
  ]
  const choose = (...names: string[]) => chooseSteps(steps, names).map(({ name }) => name)

  it('chooses all when nothing is named', () => {
    expect(choose()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('adds what is needed', () => {
    expect(choose('c')).toEqual(['a', 'b', 'c'])
  })

  it('lists the names when one is unknown', () => {
    expect(() => choose('e')).toThrow('There is no step "e". Choose from: a, b, c, d')
  })
})
