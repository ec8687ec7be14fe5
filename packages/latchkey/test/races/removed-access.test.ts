import { DatabaseSync } from 'node:sqlite'
import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { optionsFor, send } from '@latchkey/test-support/kit/passkeys.ts'
import fc from 'fast-check'
import { createAuth } from 'latchkey'
import sqlite from 'latchkey/adapters/sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdsFor } from '../properties/runs.ts'
import { runAtOnce } from './interleaving.ts'
import { browserAt, createSite, type Site } from './site.ts'

/** What another user tries while their access to the user is removed. */
interface Attempt {
  readonly browser: Browser
  readonly send: () => Promise<Response>
}

type Prepare = (site: Site, intruder: Browser, account: string) => Promise<Attempt>

const ATTEMPTS: Readonly<Record<string, Prepare>> = {
  'links an account': async (site, intruder) => {
    const url = await site.agree(intruder, 'second', { id: newName(), email: newEmail() })
    return { browser: intruder, send: () => intruder.get(url) }
  },
  'signs in with an account that is linked': async (site, _, account) => {
    const browser = browserAt(site)
    const url = await site.agree(browser, 'first', { id: account, email: `${account}@example.com` })
    return { browser, send: () => browser.get(url) }
  },
  'adds a passkey': async (_, intruder) => {
    const { options } = await optionsFor(intruder, { action: 'register' })
    const credential = await (await createPasskey(ORIGIN)).create(options)
    return { browser: intruder, send: () => send(intruder, 'register', credential) }
  },
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe.each(['jwt', 'database'] as const)('`removeAccess` with the strategy %s', (strategy) => {
  it.each(Object.entries(ATTEMPTS))(
    'leaves no access to a user who %s at the same time',
    async (_, prepare) => {
      const site = createSite(sqlite(new DatabaseSync(':memory:')), strategy)
      const { removeAccess } = createAuth(site.app.config)
      const conditions = fc.record({ scheduler: fc.scheduler(), tick: fc.constantFrom(0, 300, 1000) })
      await holdsFor(
        conditions,
        async (chosen) => {
          const account = newName()
          const intruder = browserAt(site)
          await intruder.get(
            await site.agree(intruder, 'first', { id: account, email: `${account}@example.com` }),
          )
          const userId = (await site.database.getUserByEmail?.(`${account}@example.com`))?.id ?? ''
          const attempt = await prepare(site, intruder, account)
          const { outcomes } = await runAtOnce(chosen, {
            intruder: async () => void (await attempt.send()),
            removal: () => removeAccess(userId),
          })
          expect(outcomes.removal).toMatchObject({ status: 'fulfilled' })
          expect(await site.database.listAccounts?.(userId)).toEqual([])
          expect(await site.database.listAuthenticatorsByUserId?.(userId)).toEqual([])
          for (const browser of [intruder, attempt.browser])
            expect(await findUser(site, browser)).not.toBe(userId)
          return 'removed'
        },
        { share: 0.02 },
      )
    },
  )
})

let count = 0

function newName(): string {
  count += 1
  return `name-${count}`
}

function newEmail(): string {
  return `${newName()}@example.com`
}

/** Returns the id of the user who is signed in. */
async function findUser({ app }: Site, browser: Browser): Promise<string | undefined> {
  const headers = new Headers({ cookie: browser.cookiesFor(ORIGIN) })
  const user = await createAuth(app.config).currentUser({ headers, url: new URL(ORIGIN) })
  return user?.id
}
