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

/** Runs steps and returns the result of each, in the order in which they ended. */
async function run(steps: readonly Step[], concurrency = 2) {
  const ended: [string, Result][] = []
  const total = await runSteps(steps, {
    concurrency,
    onEnd: ({ name }, result) => ended.push([name, result]),
  })
  return { total, ended: Object.fromEntries(ended), order: ended.map(([name]) => name) }
}

describe('runSteps', () => {
  it('adds up passed and failed tests', async () => {
    const { total } = await run([
      step('a', passes),
      step('b', { passed: 30, failed: 2, output: '' }),
      step('c', fails),
    ])
    expect(total).toEqual({ passed: 31, failed: 3 })
  })

  it('continues after a failure', async () => {
    expect((await run([step('a', fails), step('b', passes)])).order).toEqual(['a', 'b'])
  })

  it('counts a step that throws as failed, with its message', async () => {
    expect((await run([step('a', new Error('no disk'))])).ended.a).toEqual({
      passed: 0,
      failed: 1,
      output: 'no disk',
    })
  })

  it('skips steps that need a failed step, directly or indirectly, and says why', async () => {
    const { total, ended } = await run([
      step('a', fails),
      step('b', passes, { needs: ['a'] }),
      step('c', passes, { needs: ['b'] }),
    ])
    expect(total).toEqual({ passed: 0, failed: 3 })
    expect(ended.b?.output).toContain('needs the step "a", which failed')
    expect(ended.c?.output).toContain('needs the step "b", which failed')
  })

  it('runs steps that only come after a failed step', async () => {
    const { total, order } = await run([step('b', passes, { after: ['a'] }), step('a', fails)])
    expect([total, order]).toEqual([{ passed: 1, failed: 1 }, ['a', 'b']])
  })

  it('does not wait for steps that are not part of the run', async () => {
    expect((await run([step('b', passes, { after: ['a'], needs: ['x'] })])).total).toEqual({
      passed: 1,
      failed: 0,
    })
  })

  it('limits the number of concurrent steps', async () => {
    let [now, max] = [0, 0]
    const slow = (name: string) =>
      step(name, passes, {
        run: async () => {
          now += 1
          max = Math.max(max, now)
          await delay(10)
          now -= 1
          return passes
        },
      })
    await run([slow('a'), slow('b'), slow('c'), slow('d')], 2)
    expect(max).toBe(2)
  })

  it('rejects steps that depend on each other in a cycle', async () => {
    await expect(
      run([step('a', passes, { needs: ['b'] }), step('b', passes, { after: ['a'] })]),
    ).rejects.toThrow('in a cycle')
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

  it('chooses all steps when no name is given', () => {
    expect(choose()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('adds the steps that a chosen step needs', () => {
    expect(choose('c')).toEqual(['a', 'b', 'c'])
  })

  it('lists the names when one is unknown', () => {
    expect(() => choose('e')).toThrow('There is no step "e". Choose from: a, b, c, d')
  })
})
