import { createApp, SECRET } from '@latchkey/test-support/kit/app.ts'
import { createAuth, memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { encode, type OneTimeTokens, oneTimeTokens } from 'latchkey/jwt'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Change {
  readonly email: string
}

const DATA: Change = { email: 'ann@example.com' }
const START = 1_800_000_000_000
const HOUR = 3600
const DAY = 24 * HOUR

let store: Store
let tokens: OneTimeTokens<Change>

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
  store = memoryStore()
  tokens = create()
})

afterEach(() => {
  vi.useRealTimers()
})

const create = (options: Partial<Parameters<typeof oneTimeTokens>[0]> = {}): OneTimeTokens<Change> =>
  oneTimeTokens({ purpose: 'change-email', maxAge: HOUR, secret: SECRET, store, ...options })

const later = (seconds: number): unknown => vi.setSystemTime(START + seconds * 1000)

describe('a one-time token', () => {
  it('contains its data, and is used once', async () => {
    const token = await tokens.create({ userId: 'ann', data: DATA })
    const content = { userId: 'ann', data: DATA, expires: new Date(START + HOUR * 1000) }
    expect(await tokens.read(token)).toEqual(content)
    expect(await tokens.read(token)).toEqual(content)
    expect(await tokens.redeem(token)).toEqual(content)
    expect(await tokens.redeem(token)).toBeNull()
    expect(await tokens.read(token)).toBeNull()
  })

  it('is used once by many processes at the same time', async () => {
    const token = await tokens.create({ data: DATA })
    const results = await Promise.all(Array.from({ length: 20 }, () => create().redeem(token)))
    expect(results.filter(Boolean)).toEqual([
      { userId: undefined, data: DATA, expires: new Date(START + HOUR * 1000) },
    ])
  })

  it('stays used until it has expired', async () => {
    const token = await tokens.create({ data: DATA })
    await tokens.redeem(token)
    for (const seconds of [HOUR - 1, HOUR, HOUR + 14, HOUR + 100]) {
      later(seconds)
      expect({ seconds, content: await tokens.redeem(token) }).toEqual({ seconds, content: null })
    }
  })

  it('expires', async () => {
    const token = await tokens.create({ data: DATA })
    later(HOUR - 1)
    expect(await tokens.read(token)).toMatchObject({ data: DATA })
    later(HOUR + 15)
    expect([await tokens.read(token), await tokens.redeem(token)]).toEqual([null, null])
  })

  it('is valid for its purpose only', async () => {
    const token = await tokens.create({ data: DATA })
    const session = await encode({ token: { sub: 'ann', data: DATA }, secret: SECRET, salt: 'change-email' })
    expect(await create({ purpose: 'invitation' }).redeem(token)).toBeNull()
    expect(await tokens.redeem(session)).toBeNull()
  })

  it('is valid with an older secret of the list', async () => {
    const token = await tokens.create({ data: DATA })
    const other = 'another secret that is long enough'
    expect(await create({ secret: other }).read(token)).toBeNull()
    expect(await create({ secret: [other, SECRET] }).redeem(token)).toMatchObject({ data: DATA })
  })

  it.each([undefined, null, '', 'a.b.c.d.e', 'a'.repeat(100_000), 7 as never])(
    'cannot be %j',
    async (token) => {
      expect([await tokens.read(token), await tokens.redeem(token)]).toEqual([null, null])
    },
  )

  it('is unknown if the store fails or does not respond, and is not used up', async () => {
    const token = await tokens.create({ data: DATA })
    const refusing: Store = { ...store, add: () => Promise.reject(new Error('refused')) }
    await expect(create({ store: refusing }).redeem(token)).rejects.toMatchObject({
      type: 'StoreError',
      cause: { err: { message: 'refused' }, command: 'add' },
    })
    const hanging: Store = { ...store, get: () => new Promise<never>(() => {}) }
    await expect(create({ store: hanging }).read(token)).rejects.toMatchObject({ isTimeout: true })
    expect(await tokens.redeem(token)).toMatchObject({ data: DATA })
  })
})

it('never works twice, even if the store marks it as used too late', async () => {
  const token = await tokens.create({ data: DATA })
  const late: Store = {
    ...store,
    add: async (...use) => {
      await new Promise((resolve) => setTimeout(resolve, 1100))
      return store.add(...use)
    },
  }
  await expect(create({ store: late }).redeem(token)).rejects.toMatchObject({ isTimeout: true })
  await vi.waitFor(async () => expect(await tokens.read(token)).toBeNull())
  expect(await tokens.redeem(token)).toBeNull()
})

describe.each(['jwt', 'database'] as const)('a token of a user, with the strategy %s', (strategy) => {
  const auth = (): ReturnType<typeof createAuth> =>
    createAuth(createApp({ store, adapter: memory(), session: { strategy, maxAge: 60 } }).config)

  it.each(['revokeSessions', 'removeAccess'] as const)('becomes invalid with `%s`', async (end) => {
    const long = create({ maxAge: 400 * DAY })
    const [token, other, free] = await Promise.all([
      long.create({ userId: 'ann', data: DATA }),
      long.create({ userId: 'ben', data: DATA }),
      long.create({ data: DATA }),
    ])
    await auth()[end]('ann')
    for (const days of [0, 1, 399]) {
      later(days * DAY)
      expect({ days, content: await long.read(token) }).toEqual({ days, content: null })
      expect([await long.read(other), await long.read(free)]).not.toContain(null)
    }
    expect(await long.redeem(token)).toBeNull()
  })

  it('is valid if it was created right after `removeAccess`', async () => {
    await auth().removeAccess('ann')
    expect(await tokens.redeem(await tokens.create({ userId: 'ann', data: DATA }))).toMatchObject({
      userId: 'ann',
    })
  })
})

it('`oneTimeTokens` rejects invalid options', async () => {
  expect(() => create({ purpose: '' })).toThrow('`purpose` is not set')
  expect(() => create({ store: undefined as never })).toThrow('`store` is not set')
  for (const maxAge of [0, -1, 1.5, Number.NaN, 401 * DAY])
    expect(() => create({ maxAge })).toThrow(`\`maxAge\` is ${maxAge}`)
  await expect(create({ secret: undefined }).create({ data: DATA })).rejects.toMatchObject({
    type: 'MissingSecret',
  })
})
