import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig } from 'latchkey'
import memory, { type CompleteAdapter } from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resolveConfig } from '../../src/config/resolve.ts'
import type { Context, ResolvedAuth } from '../../src/contract/context.ts'
import { Verification } from '../../src/errors/sign-in.ts'
import { takeByCode } from '../../src/proofs/proof.ts'
import { readRequest } from '../../src/request/read-request.ts'
import { resolveContext } from '../../src/request/resolve-context.ts'
import { askByPhone, createPhoneSite } from './phone-site.ts'
import { ask, createSite } from './site.ts'

const MINUTE = 60_000
const FLOWS = 100
const ROUNDS = 100
/** In milliseconds: all rounds together take five hours. */
const ROUND = 3 * MINUTE

afterEach(() => {
  vi.useRealTimers()
})

/** Watches when codes are looked up. */
function watchedAdapter(): { adapter: CompleteAdapter; comparedAt: number[] } {
  const adapter = memory()
  const comparedAt: number[] = []
  return {
    comparedAt,
    adapter: {
      ...adapter,
      useVerificationToken(row) {
        comparedAt.push(Date.now())
        return adapter.useVerificationToken(row)
      },
    },
  }
}

/** Returns what a request of the browser works with. */
async function contextOf(auth: ResolvedAuth, browser: Browser): Promise<Context> {
  const headers = { cookie: browser.cookiesFor(ORIGIN) }
  return resolveContext(readRequest(auth, new Request(`${BASE}/signin`, { headers })))
}

/** Returns how many were compared in the hour with the most. */
function mostInAnHour(comparedAt: readonly number[]): number {
  const inHourFrom = (start: number) =>
    comparedAt.filter((time) => time >= start && time < start + 60 * MINUTE).length
  return Math.max(...comparedAt.map(inHourFrom))
}

const silent = { error() {}, warn() {}, debug() {} }
const config: Partial<AuthConfig> = { limits: false, logger: silent, debug: false }

describe.each([
  {
    what: 'a million guesses at the codes for an address',
    perRound: 100,
    start(adapter: CompleteAdapter) {
      const { app, mail, browser } = createSite({}, { ...config, adapter })
      return { app, browser, ask, code: mail.code }
    },
  },
  {
    // They are compared by the same code.
    what: '10,000 guesses at the codes for a telephone number',
    perRound: 1,
    start(adapter: CompleteAdapter) {
      const { app, code, browser } = createPhoneSite({}, { ...config, adapter })
      return { app, browser, ask: askByPhone, code }
    },
  },
])('$what, in a hundred browsers', ({ start, perRound }) => {
  // A busy machine hashes a million keys in minutes.
  it('are compared at most ten times in any hour', { timeout: 300_000 }, async () => {
    const { adapter, comparedAt } = watchedAdapter()
    const site = start(adapter)
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    const auth = resolveConfig(site.app.config, { basePath: '/auth', origin: ORIGIN })
    const contexts: Context[] = []
    for (let flow = 0; flow < FLOWS; flow++) {
      const browser = site.browser()
      await site.ask(browser)
      contexts.push(await contextOf(auth, browser))
    }
    const guesses = Array.from({ length: perRound }, (_, index) => String(10_000_000 + index))
    let refused = 0
    const enter = async (ctx: Context, code: string): Promise<void> => {
      const error = await takeByCode(ctx, 'signIn', code).catch((thrown: unknown) => thrown)
      if (error instanceof Verification) refused += 1
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const ctx of contexts) await Promise.all(guesses.map((guess) => enter(ctx, guess)))
      vi.setSystemTime(Date.now() + ROUND)
    }
    expect(refused).toBe(FLOWS * ROUNDS * perRound)
    expect(mostInAnHour(comparedAt)).toBe(10)
    expect(comparedAt.length).toBeLessThanOrEqual(60)
  })
})
