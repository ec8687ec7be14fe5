import { TESTS_ALL_VARIANTS } from '@latchkey/test-support/variants.mjs'
import { memoryStore } from 'latchkey'
import { expect, it } from 'vitest'
import type { Context } from '../../src/contract/context.ts'
import { createCookieJar } from '../../src/http/cookies/jar.ts'
import { countPassword } from '../../src/security/known-device.ts'
import type { Store } from '../../src/types/store.ts'

const NOW = Date.now()
const ATTEMPTS = 10
/** With all variants, as many as an attacker may try in a day. */
const GUESSES = TESTS_ALL_VARIANTS ? 1_000_000 : 20_000

/** One browser's request, with the cookies that it has. */
function request(
  store: Store,
  cookies: Readonly<Record<string, string>> = {},
  network = '192.0.2.1',
): Context {
  const received = { get: (name: string) => cookies[name], names: () => Object.keys(cookies) }
  return {
    auth: {
      store,
      secrets: ['a secret of the tests that is long enough'],
      // A new period would bring new attempts.
      now: () => NOW,
      pinnedOrigin: 'https://site.example',
      limits: {
        credentials: { attempts: ATTEMPTS, seconds: 900 },
        client: { attempts: 3 * ATTEMPTS, seconds: 900 },
        given: { clientAddress: () => network },
      },
      warnOnce() {},
    },
    base: {
      origin: 'https://site.example',
      path: '/auth',
      cookies: { knownDevice: { name: 'known-device', options: { path: '/' } } },
    },
    canWrite: true,
    providerId: 'password',
    headers: new Headers(),
    cookies: createCookieJar(received),
    // Only what the limits read.
  } as unknown as Context
}

/** Signs in, and returns the cookies that the browser has then. */
async function signIn(store: Store, account: string): Promise<Record<string, string>> {
  const ctx = request(store)
  const attempt = await countPassword(ctx, account)
  if (attempt.isAllowed) await attempt.clear()
  return Object.fromEntries(ctx.cookies.written.map(({ name, value }) => [name, value]))
}

/** Guesses wrong passwords. Returns how many of them were compared. */
async function guess(
  count: number,
  store: Store,
  account: string,
  cookies = {},
  network?: string,
): Promise<number> {
  let compared = 0
  for (let index = 0; index < count; index++) {
    const attempt = await countPassword(request(store, cookies, network), account)
    if (attempt.isAllowed) {
      compared++
      await attempt.keep()
    }
  }
  return compared
}

it('lets the owner sign in on a known device while others guess', async () => {
  const store = memoryStore()
  const cookies = await signIn(store, 'ann@site.example')
  expect(await guess(50, store, 'ann@site.example', {}, '198.51.100.7')).toBe(ATTEMPTS)
  expect((await countPassword(request(store, {}), 'ann@site.example')).isAllowed).toBe(false)
  const own = await countPassword(request(store, cookies), 'Ann@site.example')
  expect(own.isAllowed).toBe(true)
})

it('also lets the owner in whose network has too many failures', async () => {
  const store = memoryStore()
  const cookies = await signIn(store, 'ann@site.example')
  for (let other = 0; other < 5; other++) await guess(ATTEMPTS, store, `user${other}@site.example`)
  expect((await countPassword(request(store), 'new@site.example')).isAllowed).toBe(false)
  expect((await countPassword(request(store, cookies), 'ann@site.example')).isAllowed).toBe(true)
})

it('limits the guesses on a known device', async () => {
  const store = memoryStore()
  const cookies = await signIn(store, 'ann@site.example')
  expect(await guess(50, store, 'ann@site.example', cookies)).toBe(ATTEMPTS)
})

it('does not exempt a device from the limits of another account', async () => {
  const store = memoryStore()
  const cookies = await signIn(store, 'mallory@site.example')
  expect(await guess(50, store, 'ann@site.example', cookies)).toBe(ATTEMPTS)
  expect((await countPassword(request(store, cookies), 'ann@site.example')).isAllowed).toBe(false)
})

it('ignores a modified cookie', async () => {
  const store = memoryStore()
  const { 'known-device': sealed = '' } = await signIn(store, 'ann@site.example')
  await guess(ATTEMPTS, store, 'ann@site.example')
  const cookies = { 'known-device': `${sealed.slice(0, -2)}AA` }
  expect((await countPassword(request(store, cookies), 'ann@site.example')).isAllowed).toBe(false)
})

it('knows a device by several accounts, and by the same name after each sign-in', async () => {
  const store = memoryStore()
  const first = await signIn(store, 'ann@site.example')
  const ctx = request(store, first)
  await (await countPassword(ctx, 'ben@site.example')).clear()
  const both = Object.fromEntries(ctx.cookies.written.map(({ name, value }) => [name, value]))
  for (const account of ['ann@site.example', 'ben@site.example']) {
    await guess(ATTEMPTS, store, account)
    expect((await countPassword(request(store, both), account)).isAllowed).toBe(true)
  }
})

it.each(['ann+mallory@site.example', 'ánn@site.example', 'an\u200bn@site.example'])(
  'does not know a device by the account %s, which is counted like the one that is guessed',
  async (own) => {
    const store = memoryStore()
    let compared = 0
    // The attacker's own sign-ins neither remove the failures nor bring new guesses.
    for (let round = 0; round < 5; round++) {
      const cookies = await signIn(store, own)
      compared += await guess(ATTEMPTS - 1, store, 'ann@site.example', cookies)
    }
    expect(compared).toBe(ATTEMPTS)
  },
)

it('compares no more guesses than the limit, and never locks the known device', {
  timeout: 300_000,
}, async () => {
  const store = memoryStore()
  const cookies = await signIn(store, 'ann@site.example')
  let compared = 0
  for (let round = 0; round < GUESSES / 1000; round++) {
    compared += await guess(1000, store, 'ann@site.example', {}, `198.51.${round >> 8}.${round & 255}`)
    const own = await countPassword(request(store, cookies), 'ann@site.example')
    expect(own.isAllowed).toBe(true)
    await own.takeBack()
  }
  expect(compared).toBe(ATTEMPTS)
})

it('limits the guesses on all known devices of an account together', async () => {
  const store = memoryStore()
  const devices: Record<string, string>[] = []
  for (let device = 0; device < 30; device++) devices.push(await signIn(store, 'ann@site.example'))
  let compared = 0
  for (const cookies of devices) compared += await guess(ATTEMPTS, store, 'ann@site.example', cookies)
  expect(compared).toBe(5 * ATTEMPTS)
})
