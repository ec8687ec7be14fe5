import { DatabaseSync } from 'node:sqlite'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { optionsFor, send } from '@latchkey/test-support/kit/passkeys.ts'
import fc from 'fast-check'
import type { Adapter } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import { describe, expect, it } from 'vitest'
import { holdsFor } from '../properties/runs.ts'
import { type Conditions, runAtOnce } from './interleaving.ts'
import { violations } from './invariants.ts'
import { browserAt, createSite, type Site } from './site.ts'

/** Sends a request that would sign in, with the cookies that its browser has at the start. */
type Attempt = () => Promise<Response>

interface Scenario {
  /** Prepares requests that are then sent at the same time. */
  readonly prepare: (site: Site) => Promise<Attempt[]>
  /**
   * The fewest and the most requests that sign in if no call fails. Default: all, or at least one
   * if the database cannot create a user with an account in one step.
   */
  readonly signedIn?: readonly [number, number]
}

const DATABASES: Readonly<Record<string, () => Adapter>> = {
  SQLite: () => sqlite(new DatabaseSync(':memory:')),
  'a database with the methods of Auth.js': () => {
    const {
      createUserWithAccount: _,
      updateAccount: _1,
      deleteAccountsByUserId: _2,
      deleteSessionsByUserId: _3,
      deleteVerificationTokens: _4,
      ...methods
    } = memory()
    return methods
  },
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a new account signs in in two browsers': {
    prepare: async (site) => {
      const profile = { id: newName(), email: newEmail() }
      return [await atProvider(site, profile), await atProvider(site, profile)]
    },
  },
  'a new account without an address signs in in three browsers': {
    prepare: async (site) => {
      const profile = { id: newName(), email: null }
      return Promise.all([1, 2, 3].map(() => atProvider(site, profile)))
    },
  },
  'two new accounts have the same address': {
    prepare: async (site) => {
      const email = newEmail()
      return [
        await atProvider(site, { id: newName(), email }),
        await atProvider(site, { id: newName(), email }, 'second'),
      ]
    },
    signedIn: [1, 1],
  },
  'a new account and a link have the same address': {
    prepare: async (site) => {
      const email = newEmail()
      return [await atProvider(site, { id: newName(), email }), await byLink(site, email)]
    },
    signedIn: [1, 2],
  },
  'two links to a new address are opened': {
    prepare: async (site) => {
      const email = newEmail()
      return [await byLink(site, email), await byLink(site, email)]
    },
    signedIn: [1, 2],
  },
  'a new passkey and a new account have the same address': {
    prepare: async (site) => {
      const email = newEmail()
      return [await byNewPasskey(site, email), await atProvider(site, { id: newName(), email })]
    },
    signedIn: [1, 1],
  },
  'two users link the same account': {
    prepare: async (site) => {
      const profile = { id: newName(), email: newEmail() }
      const [ann, ben] = [await signedIn(site), await signedIn(site)]
      return [await atProvider(site, profile, 'second', ann), await atProvider(site, profile, 'second', ben)]
    },
    signedIn: [1, 1],
  },
  'a user links an account that signs in elsewhere': {
    prepare: async (site) => {
      const profile = { id: newName(), email: newEmail() }
      const ann = await signedIn(site)
      return [await atProvider(site, profile, 'second', ann), await atProvider(site, profile, 'second')]
    },
    signedIn: [1, 2],
  },
  'a user links an account and adds a passkey': {
    prepare: async (site) => {
      const ann = await signedIn(site)
      return [
        await atProvider(site, { id: newName(), email: newEmail() }, 'second', ann),
        await byNewPasskey(site, undefined, ann),
      ]
    },
    // Signing in replaces the session that the other one needs.
    signedIn: [1, 2],
  },
}

/** Each of these proofs is sent three times. */
const PROOFS: Readonly<Record<string, (site: Site) => Promise<Attempt>>> = {
  'the callback of a sign-in': (site) => atProvider(site, { id: newName(), email: newEmail() }),
  'a link': (site) => byLink(site, newEmail()),
  'the response of a new passkey': (site) => byNewPasskey(site, newEmail()),
  'the response of a passkey': async (site) => {
    const passkey = await createPasskey(ORIGIN)
    await (await byNewPasskey(site, newEmail(), undefined, passkey))()
    const browser = browserAt(site)
    const { options } = await optionsFor(browser, { action: 'authenticate' })
    const credential = await passkey.get(options)
    return repeatable(site, browser, (copy) => send(copy, 'authenticate', credential))
  },
}

const orders = fc.record({ scheduler: fc.scheduler() })
const moments = fc.record({
  scheduler: fc.scheduler(),
  moment: fc.constantFrom('before' as const, 'after' as const),
})

describe.each(Object.entries(DATABASES))('sign-ins at the same time, in %s', (_, database) => {
  // proves P-CC-3, P-AL-5
  it.each(Object.entries(SCENARIOS))(
    'leave no partial records when %s',
    async (_title, { prepare, signedIn: expected }) => {
      const site = createSite(database())
      await holdsFor(
        orders,
        async (conditions) => {
          const attempts = await prepared(site, prepare)
          const { signedIn: successes } = await runAttempts(site, attempts, conditions)
          const isAtomic = site.database.createUserWithAccount !== undefined
          const [fewest, most] = expected ?? [isAtomic ? attempts.length : 1, attempts.length]
          expect(successes).toBeGreaterThanOrEqual(fewest)
          expect(successes).toBeLessThanOrEqual(most)
          return `${successes} signed in`
        },
        { share: 0.003 },
      )
    },
  )

  // proves P-CC-1
  it.each(Object.entries(PROOFS))('accept %s only once', async (_title, prepare) => {
    const site = createSite(database())
    await holdsFor(
      orders,
      async (conditions) => {
        const attempt = await prepared(site, prepare)
        expect(await runAttempts(site, [attempt, attempt, attempt], conditions)).toMatchObject({
          signedIn: 1,
        })
        return 'once'
      },
      { share: 0.003 },
    )
  })
})

describe.each(Object.entries(DATABASES))('a call that fails, in %s', (_, database) => {
  it.each(Object.entries(SCENARIOS))('leaves no partial records when %s', async (_title, { prepare }) => {
    const site = createSite(database())
    await holdsFor(
      moments,
      (chosen) =>
        forEachCall(chosen, async (conditions) =>
          runAttempts(site, await prepared(site, prepare), conditions),
        ),
      { share: 0.0005 },
    )
  })

  it.each(Object.entries(PROOFS))('does not make %s valid twice', async (_title, prepare) => {
    const site = createSite(database())
    await holdsFor(
      moments,
      (chosen) =>
        forEachCall(chosen, async (conditions) => {
          const attempt = await prepared(site, prepare)
          const first = await runAttempts(site, [attempt, attempt, attempt], conditions)
          // The failure has passed: a proof that was used is still not accepted.
          const again = await runAttempts(site, [attempt], { scheduler: conditions.scheduler })
          expect(first.signedIn + again.signedIn).toBeLessThanOrEqual(1)
          return first
        }),
      { share: 0.0005 },
    )
  })
})

interface Result {
  readonly signedIn: number
  /** The name of the call that was made to fail. */
  readonly failed: string | undefined
}

/** Runs the same requests again and again, each time with another call that fails. */
async function forEachCall(
  { scheduler, moment }: { scheduler: fc.Scheduler; moment: 'before' | 'after' },
  run: (conditions: Conditions) => Promise<Result>,
): Promise<string> {
  for (let at = 0; ; at++) {
    const { failed } = await run({ scheduler, fault: { at, moment } })
    if (failed === undefined) return `each call failed ${moment}`
  }
}

/** Prepares requests. Only the records that are written from now on are checked. */
function prepared<T>(site: Site, prepare: (site: Site) => Promise<T>): Promise<T> {
  for (const keys of Object.values(site.written)) keys.clear()
  return prepare(site)
}

/**
 * Sends requests at the same time, each with the cookies that its browser has now.
 *
 * @returns how many of them signed in
 */
async function runAttempts(
  site: Site,
  attempts: readonly Attempt[],
  conditions: Conditions,
): Promise<Result> {
  const { outcomes, failed } = await runAtOnce(
    conditions,
    Object.fromEntries(attempts.map((attempt, index) => [`request ${index + 1}`, attempt])),
  )
  // Without a transaction, a half that cannot be removed again remains.
  if (failed !== 'deleteUser' && failed !== 'unlinkAccount') expect(await violations(site)).toEqual({})
  const responses = Object.values(outcomes).map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
  return { signedIn: responses.filter(startsSession).length, failed }
}

function startsSession(response: Response): boolean {
  return response.headers.getSetCookie().some((cookie) => /session-token=[^;]/.test(cookie))
}

let count = 0

function newName(): string {
  count += 1
  return `name-${count}`
}

function newEmail(): string {
  return `${newName()}@example.com`
}

/** A sign-in at a provider, up to the callback. */
async function atProvider(
  site: Site,
  profile: Parameters<Site['agree']>[2],
  provider = 'first',
  browser = browserAt(site),
): Promise<Attempt> {
  const callback = await site.agree(browser, provider, profile)
  return repeatable(site, browser, (copy) => copy.get(callback))
}

/** A link that was mailed, opened in another browser, where its button is pressed. */
async function byLink(site: Site, email: string): Promise<Attempt> {
  await browserAt(site).post(`${BASE}/signin/email`, { email })
  const link = site.links.at(-1) ?? new URL(ORIGIN)
  const form = { email, token: link.searchParams.get('token') ?? '' }
  return repeatable(site, browserAt(site), (copy) => copy.post(`${BASE}/callback/email`, form))
}

async function byNewPasskey(
  site: Site,
  email: string | undefined,
  browser = browserAt(site),
  passkey?: Awaited<ReturnType<typeof createPasskey>>,
): Promise<Attempt> {
  const { options } = await optionsFor(browser, { action: 'register', ...(email && { email }) })
  const credential = await (passkey ?? (await createPasskey(ORIGIN))).create(options)
  return repeatable(site, browser, (copy) => send(copy, 'register', credential))
}

/** Returns a browser in which a new user is signed in. */
async function signedIn(site: Site): Promise<Browser> {
  const browser = browserAt(site)
  await browser.get(await site.agree(browser, 'first', { id: newName(), email: newEmail() }))
  return browser
}

function repeatable(site: Site, browser: Browser, request: (copy: Browser) => Promise<Response>): Attempt {
  const cookies = browser.cookies(ORIGIN)
  return () => {
    const copy = browserAt(site)
    for (const { name, value } of cookies) copy.plant(ORIGIN, name, value)
    return request(copy)
  }
}
