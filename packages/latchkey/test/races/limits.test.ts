import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import fc from 'fast-check'
import { memoryStore } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import { afterEach, expect, it, vi } from 'vitest'
import { holdsFor } from '../properties/runs.ts'
import { runAtOnce, scheduled, scheduledCall } from './interleaving.ts'

const LIMIT = 3
const SECONDS = 900

afterEach(() => {
  vi.useRealTimers()
})

// proves P-CR-4, P-DS-3
it('checks no more wrong passwords than the limit allows, in any order', async () => {
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
    limits: { credentials: { attempts: LIMIT, seconds: SECONDS } },
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
      // It waits for the call that failed, and its timers are turns: no time passes.
      await runAtOnce({ scheduler: chosen.scheduler }, { later: attempt })
      expect(guesses).toBeLessThanOrEqual(failed === 'authorize' ? LIMIT + 1 : LIMIT)
      return failed === undefined ? 'limited' : 'a call failed'
    },
    { share: 0.02, outcomes: ['limited', 'a call failed'] },
  )
})

/** Accounts whose names count as one, because a database or a mail server may take them for one. */
const SPELLINGS = ['ann@example.com', 'ann+1@example.com', 'ánn@example.com'] as const

/** An attempt to sign in. */
interface Try {
  readonly email: (typeof SPELLINGS)[number]
  readonly password: 'right' | 'wrong'
}

/** Attempts at the same time. `wait`: seconds that pass before them. */
interface Round {
  readonly wait: number
  readonly tries: readonly Try[]
}

/** A new application. `compared`: the passwords that it compared. */
function createLimitedApp(): { readonly app: App; readonly compared: Try[] } {
  const compared: Try[] = []
  const authorize = scheduledCall('authorize', (values: unknown) => {
    const { email, password } = values as Try
    compared.push({ email, password })
    return password === 'right' ? { id: email } : null
  })
  const app = createApp({
    store: scheduled(memoryStore()),
    timeouts: { adapter: false, store: false },
    limits: { credentials: { attempts: LIMIT, seconds: SECONDS } },
    providers: [
      Credentials({
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        authorize,
      }),
    ],
  })
  return { app, compared }
}

/** Makes the attempts of a round. Returns which of them signed in. */
async function playRound(
  app: App,
  conditions: { readonly scheduler: fc.Scheduler; readonly tick: number },
  { wait, tries }: Round,
): Promise<boolean[]> {
  vi.setSystemTime(Date.now() + wait * 1000)
  const requests = tries.map((fields, index): [string, () => Promise<Response>] => [
    `${index}: ${fields.password} for ${fields.email}`,
    () => new Browser(app).post(`${BASE}/callback/credentials`, { ...fields }),
  ])
  const { outcomes } = await runAtOnce(conditions, Object.fromEntries(requests))
  return Object.values<PromiseSettledResult<Response>>(outcomes).map(
    (outcome) => outcome.status === 'fulfilled' && outcome.value.headers.get('location') === ORIGIN,
  )
}

const periodAt = (milliseconds: number): number => Math.floor(milliseconds / 1000 / SECONDS)

/** How long each call takes, in milliseconds: no time, or so long that a period ends meanwhile. */
const ticks = fc.constantFrom(0, 0, 40_000)
const waits = fc.constantFrom(0, 0, 300, 600)

// proves AUD-F18, P-CR-4
it('compares no more guesses than the limit allows while similar accounts sign in', async () => {
  const tries = fc.oneof(
    fc.constant<Try>({ email: SPELLINGS[0], password: 'wrong' }),
    fc.record<Try>({
      email: fc.constantFrom(...SPELLINGS.slice(1)),
      password: fc.constantFrom('right', 'right', 'wrong'),
    }),
  )
  const rounds = fc.array(
    fc.record({ wait: waits, tries: fc.array(tries, { minLength: 2, maxLength: 4 }) }),
    {
      minLength: 3,
      maxLength: 5,
    },
  )
  await holdsFor(
    fc.record({ scheduler: fc.scheduler(), tick: ticks, rounds }),
    async ({ rounds, ...conditions }) => {
      vi.useFakeTimers({ now: 1_000 * SECONDS * 1000, toFake: ['Date'] })
      const { app, compared } = createLimitedApp()
      for (const round of rounds) await playRound(app, conditions, round)
      const guesses = compared.filter(({ email }) => email === SPELLINGS[0]).length
      const periods = 1 + periodAt(Date.now()) - 1_000
      expect(guesses).toBeLessThanOrEqual(LIMIT * periods)
      return periods === 1 ? 'one period' : 'several periods'
    },
    { share: 0.02, outcomes: ['one period', 'several periods'] },
  )
})

// proves P-CR-4
it('accepts the right password regardless of other right passwords', async () => {
  const tries = fc.record<Try>({
    email: fc.constantFrom(...SPELLINGS),
    password: fc.constant('right'),
  })
  const rounds = fc.array(
    fc.record({ wait: waits, tries: fc.array(tries, { minLength: 2, maxLength: LIMIT }) }),
    { minLength: 2, maxLength: 4 },
  )
  await holdsFor(
    fc.record({ scheduler: fc.scheduler(), tick: ticks, rounds }),
    async ({ rounds, ...conditions }) => {
      vi.useFakeTimers({ now: 1_000 * SECONDS * 1000, toFake: ['Date'] })
      const { app, compared } = createLimitedApp()
      for (const round of rounds)
        expect(await playRound(app, conditions, round)).toEqual(round.tries.map(() => true))
      // Nothing is left of them, neither an attempt nor room for one.
      const before = compared.length
      for (let guess = 0; guess <= LIMIT; guess++)
        await new Browser(app).post(`${BASE}/callback/credentials`, {
          email: SPELLINGS[0],
          password: 'wrong',
        })
      expect(compared.length - before).toBe(LIMIT)
      return periodAt(Date.now()) === 1_000 ? 'one period' : 'several periods'
    },
    { share: 0.01, outcomes: ['one period', 'several periods'] },
  )
})
