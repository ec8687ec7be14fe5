import { describe, expect, it } from 'vitest'
import memory from '../adapters/memory.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { Context, ResolvedAuth } from '../contract/context.ts'
import { readRequest } from '../request/read-request.ts'
import { resolveContext } from '../request/resolve-context.ts'
import { memoryStore } from '../stores/memory.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Store } from '../types/store.ts'
import { endProofs, issueProof, readFlow, takeByCode, takeByLink } from './proof.ts'

const ADDRESS = 'ann@example.com'
const REQUEST = { purpose: 'signUp', address: ADDRESS, data: { name: 'Ann' }, link: true, digits: 8 } as const

const SECRET = 'a secret that is long enough for tests'

interface Settings {
  readonly now?: () => number
  readonly secret?: string | string[]
  readonly store?: Store
  readonly warn?: (entry: string) => void
}

function createAuth(
  adapter: Adapter,
  { now = () => Date.now(), secret = SECRET, store = memoryStore(), warn = () => {} }: Settings = {},
): ResolvedAuth {
  const auth = resolveConfig(
    { secret, adapter, store, providers: [], logger: { warn } },
    { basePath: '/auth', origin: 'https://app.test' },
  )
  return { ...auth, now }
}

/** Returns a function that starts requests of one browser, which keeps its cookies. */
function createBrowser(
  auth: ResolvedAuth,
  cookies = new Map<string, string>(),
): <T>(work: (ctx: Context) => Promise<T>) => Promise<T> {
  return async (work) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const ctx = await resolveContext(
      readRequest(auth, new Request('https://app.test/auth', { headers: { cookie } })),
    )
    try {
      return await work(ctx)
    } finally {
      for (const { name, value } of ctx.cookies.written)
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
    }
  }
}

/** Foreign adapters cannot delete all tokens of an address. */
function withoutDeletion(): Adapter {
  const { deleteVerificationTokens: _, ...rest } = memory()
  return rest
}

describe.each([
  ['an adapter of ours', memory],
  ['an adapter that cannot delete all tokens of an address', withoutDeletion],
])('a proof of an address, with %s', (_, createAdapter) => {
  it('is used by its code, once, and uses up the link', async () => {
    const auth = createAuth(createAdapter())
    const browser = createBrowser(auth)
    const { code = '', token = '' } = await browser((ctx) => issueProof(ctx, REQUEST))
    expect(code).toMatch(/^\d{8}$/)
    expect(await browser((ctx) => readFlow(ctx, 'signUp'))).toMatchObject({
      address: ADDRESS,
      data: { name: 'Ann' },
    })
    const copy = `${code.slice(0, 4)} ${code.slice(4)}`
    expect(await browser((ctx) => takeByCode(ctx, 'signUp', copy))).toEqual({
      address: ADDRESS,
      data: { name: 'Ann' },
      isSameBrowser: true,
    })
    await expect(browser((ctx) => takeByCode(ctx, 'signUp', code))).rejects.toThrow('has not asked')
    const link = { purpose: 'signUp', address: ADDRESS, token } as const
    await expect(browser((ctx) => takeByLink(ctx, link))).rejects.toThrow('already used')
  })

  it('is used by its link, once, in any browser, and uses up the code', async () => {
    const auth = createAuth(createAdapter())
    const browser = createBrowser(auth)
    const { code, token = '' } = await browser((ctx) => issueProof(ctx, REQUEST))
    const link = { purpose: 'signUp', address: ADDRESS, token } as const
    const uses = await Promise.allSettled(
      Array.from({ length: 20 }, () => createBrowser(auth)((ctx) => takeByLink(ctx, link))),
    )
    expect(uses.flatMap((use) => (use.status === 'fulfilled' ? [use.value] : []))).toEqual([
      { address: ADDRESS, data: undefined, isSameBrowser: false },
    ])
    await expect(browser((ctx) => takeByCode(ctx, 'signUp', code))).rejects.toThrow('wrong')
  })

  it('is used either by its link or by its code at the same time', async () => {
    const auth = createAuth(createAdapter())
    for (let round = 0; round < 20; round++) {
      const browser = createBrowser(auth)
      const { code, token = '' } = await browser((ctx) => issueProof(ctx, REQUEST))
      const link = { purpose: 'signUp', address: ADDRESS, token } as const
      const uses = await Promise.allSettled([
        browser((ctx) => takeByCode(ctx, 'signUp', code)),
        createBrowser(auth)((ctx) => takeByLink(ctx, link)),
      ])
      expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  it('has its data where it was asked for', async () => {
    const browser = createBrowser(createAuth(createAdapter()))
    const { token = '' } = await browser((ctx) => issueProof(ctx, REQUEST))
    const proof = await browser((ctx) => takeByLink(ctx, { purpose: 'signUp', address: ADDRESS, token }))
    expect(proof).toEqual({ address: ADDRESS, data: { name: 'Ann' }, isSameBrowser: true })
  })

  it('is refused for another purpose, another address, and in another browser', async () => {
    const auth = createAuth(createAdapter())
    const [browser, other] = [createBrowser(auth), createBrowser(auth)]
    const { code, token = '' } = await browser((ctx) => issueProof(ctx, REQUEST))
    await other((ctx) => issueProof(ctx, REQUEST))
    await expect(other((ctx) => takeByCode(ctx, 'signUp', code))).rejects.toThrow('wrong')
    for (const link of [
      { purpose: 'reset', address: ADDRESS, token },
      { purpose: 'signUp', address: 'bob@example.com', token },
    ] as const)
      await expect(browser((ctx) => takeByLink(ctx, link))).rejects.toThrow('never issued')
    expect(await browser((ctx) => takeByCode(ctx, 'signUp', code))).toMatchObject({ isSameBrowser: true })
  })

  it('is compared five times for a flow, and ten times an hour for an address', async () => {
    let now = Date.now()
    const auth = createAuth(createAdapter(), { now: () => now })
    const browser = createBrowser(auth)
    const { code, token = '' } = await browser((ctx) => issueProof(ctx, REQUEST))
    const wrong = code === '00000000' ? '11111111' : '00000000'
    for (let count = 0; count < 5; count++)
      await expect(browser((ctx) => takeByCode(ctx, 'signUp', wrong))).rejects.toThrow('wrong, or')
    await expect(browser((ctx) => takeByCode(ctx, 'signUp', code))).rejects.toThrow('too often')
    for (let flow = 0; flow < 5; flow++) {
      const another = createBrowser(auth)
      await another((ctx) => issueProof(ctx, REQUEST))
      for (let count = 0; count < 5; count++)
        await expect(another((ctx) => takeByCode(ctx, 'signUp', wrong))).rejects.toThrow(
          flow === 0 ? 'wrong, or' : 'Too many',
        )
    }
    // Also for another purpose, and across the end of a clock hour.
    now += 3599_000
    const reset = createBrowser(auth)
    await reset((ctx) => issueProof(ctx, { ...REQUEST, purpose: 'reset' }))
    await expect(reset((ctx) => takeByCode(ctx, 'reset', wrong))).rejects.toThrow('Too many')
    // The link is not guessed.
    now += 1000
    expect(
      await browser((ctx) => takeByLink(ctx, { purpose: 'signUp', address: ADDRESS, token })),
    ).toBeDefined()
  })

  it('expires: its code after 10 minutes, its link after the time of its purpose', async () => {
    let now = Date.now()
    const auth = createAuth(createAdapter(), { now: () => now })
    const browser = createBrowser(auth)
    const {
      code,
      token = '',
      expires,
    } = await browser((ctx) => issueProof(ctx, { ...REQUEST, purpose: 'reset' }))
    expect(expires.getTime() - now).toBe(600_000)
    now += 601_000
    await expect(browser((ctx) => takeByCode(ctx, 'reset', code))).rejects.toThrow('wrong')
    now += 3600_000
    const link = { purpose: 'reset', address: ADDRESS, token } as const
    await expect(browser((ctx) => takeByLink(ctx, link))).rejects.toThrow('expired')
  })

  it('ends with the others of its address and purpose', async () => {
    let now = Date.now()
    const auth = createAuth(createAdapter(), { now: () => now })
    const browser = createBrowser(auth)
    const issue = async (onlyNewest: boolean): Promise<string> => {
      // Those of the same second as the end are also ended.
      now += 5000
      const proof = await browser((ctx) =>
        issueProof(ctx, { purpose: 'reset', address: ADDRESS, link: true, onlyNewest }),
      )
      return proof.token ?? ''
    }
    const take = (token: string) =>
      browser((ctx) => takeByLink(ctx, { purpose: 'reset', address: ADDRESS, token }))
    const first = await issue(false)
    const second = await issue(true)
    await expect(take(first)).rejects.toThrow('never issued')
    await browser((ctx) => endProofs(ctx, 'reset', ADDRESS))
    await expect(take(second)).rejects.toThrow('never issued')
    expect(await take(await issue(true))).toMatchObject({ address: ADDRESS })
  })
})

it('compares a code with one look-up, also after the secret changed', async () => {
  const [adapter, store] = [memory(), memoryStore()]
  let lookups = 0
  const counting: Adapter = {
    ...adapter,
    useVerificationToken(row) {
      lookups += 1
      return adapter.useVerificationToken(row)
    },
  }
  const cookies = new Map<string, string>()
  const before = createBrowser(createAuth(counting, { store }), cookies)
  const secret = ['a new secret that is long enough too', 'another secret that is long enough', SECRET]
  const after = createBrowser(createAuth(counting, { store, secret }), cookies)
  const { code } = await before((ctx) => issueProof(ctx, REQUEST))
  const wrong = code === '00000000' ? '11111111' : '00000000'
  await expect(after((ctx) => takeByCode(ctx, 'signUp', wrong))).rejects.toThrow('wrong')
  expect(lookups).toBe(1)
  expect(await after((ctx) => takeByCode(ctx, 'signUp', code))).toMatchObject({ address: ADDRESS })
})

it('logs when a code is entered too often', async () => {
  const entries: string[] = []
  const browser = createBrowser(createAuth(memory(), { warn: (entry) => entries.push(entry) }))
  await browser((ctx) => issueProof(ctx, REQUEST))
  for (let count = 0; count < 6; count++)
    await expect(browser((ctx) => takeByCode(ctx, 'signUp', '1'))).rejects.toThrow()
  expect(entries.filter((entry) => entry === 'too-many-codes')).toEqual(['too-many-codes'])
})

it('stores hashes of the token and the code', async () => {
  const rows: unknown[] = []
  const adapter = memory()
  const auth = createAuth({
    ...adapter,
    createVerificationToken(row) {
      rows.push(row)
      return adapter.createVerificationToken(row)
    },
  })
  const { code, token } = await createBrowser(auth)((ctx) => issueProof(ctx, REQUEST))
  expect(rows).toHaveLength(2)
  for (const secret of [code, token]) expect(JSON.stringify(rows)).not.toContain(secret)
})
