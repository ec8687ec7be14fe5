import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import type { Adapter, AdapterAccount } from 'latchkey'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingServers, startServers } from '../matrix/servers.ts'
import { DRIZZLE_SCHEMA, PUBLISHED, type Published } from './published.ts'

const servers = startServers()
const missing = missingServers()

/** The files of "Call a provider's API" that add the methods to a published adapter. */
let page: PageFiles
beforeAll(async () => {
  page = await writePageFiles('guides/provider-api', import.meta.dirname)
  await writeFile(join(page.folder, 'schema.ts'), DRIZZLE_SCHEMA)
})
afterAll(async () => {
  await Promise.all([servers.stop(), page.remove()])
})

/** Creates a user with an account that has tokens. */
async function createAccount(adapter: Required<Adapter>, refreshToken?: string): Promise<AdapterAccount> {
  const { id } = await adapter.createUser({
    id: crypto.randomUUID(),
    name: 'Ann',
    email: `${crypto.randomUUID()}@example.com`,
    emailVerified: null,
  })
  const account: AdapterAccount = {
    userId: id,
    type: 'oidc',
    provider: 'acme',
    providerAccountId: crypto.randomUUID(),
    access_token: 'first access token',
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    expires_at: 1_900_000_000,
    scope: 'openid profile',
    token_type: 'bearer',
  }
  await adapter.linkAccount(account)
  return { ...account, userId: String(id) }
}

describe.for(PUBLISHED)('$adapter with the methods of the page', (published: Published) => {
  const isMissing = missing.includes(published.needs)
  let adapter: Required<Adapter>
  let close: () => unknown = () => {}

  beforeAll(async () => {
    if (isMissing) return
    const { tokenMethods } = await page.import<{ tokenMethods(db: unknown): Partial<Adapter> }>(
      published.file,
    )
    const opened = await published.open(servers)
    adapter = { ...opened.adapter, ...tokenMethods(opened.db) } as Required<Adapter>
    close = opened.close
  })
  afterAll(() => close())

  // proves TOK-5
  it.skipIf(isMissing)('lists the accounts of a user as they are stored', async () => {
    const [account, other] = [await createAccount(adapter, 'r1'), await createAccount(adapter)]
    expect(await adapter.listAccounts(account.userId)).toEqual([expect.objectContaining(account)])
    expect(await adapter.listAccounts(other.userId)).toEqual([expect.objectContaining(other)])
    expect((await adapter.listAccounts(other.userId))[0]).not.toHaveProperty('refresh_token')
  })

  // proves TOK-5
  it.skipIf(isMissing)('replaces tokens only if the row has the expected refresh token', async () => {
    const account = await createAccount(adapter, 'r1')
    const fresh = { ...account, access_token: 'a2', refresh_token: 'r2', expires_at: 1_900_000_060 }
    expect(await adapter.updateAccount(fresh, { refresh_token: 'R1' })).toBe(false)
    expect(await adapter.updateAccount(fresh, {})).toBe(false)
    expect(await adapter.listAccounts(account.userId)).toEqual([expect.objectContaining(account)])
    expect(await adapter.updateAccount(fresh, { refresh_token: 'r1' })).toBe(true)
    expect(await adapter.listAccounts(account.userId)).toEqual([expect.objectContaining(fresh)])
    const unknown = { ...fresh, providerAccountId: 'unknown' }
    expect(await adapter.updateAccount(unknown, { refresh_token: 'r2' })).toBe(false)
  })

  // proves TOK-5
  it.skipIf(isMissing)('replaces the tokens of a row without a refresh token', async () => {
    const account = await createAccount(adapter)
    const fresh = { ...account, refresh_token: 'r2' }
    expect(await adapter.updateAccount(fresh, { refresh_token: 'r1' })).toBe(false)
    expect(await adapter.updateAccount(fresh, {})).toBe(true)
    expect(await adapter.listAccounts(account.userId)).toEqual([expect.objectContaining(fresh)])
  })

  // proves TOK-5
  it.skipIf(isMissing)('lets one of twenty concurrent updates replace a refresh token', async () => {
    const account = await createAccount(adapter, 'r1')
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        adapter.updateAccount({ ...account, refresh_token: `new ${index}` }, { refresh_token: 'r1' }),
      ),
    )
    expect(results.filter((isUpdated) => isUpdated)).toHaveLength(1)
    const [stored] = await adapter.listAccounts(account.userId)
    expect(stored?.refresh_token).toBe(`new ${results.indexOf(true)}`)
  })

  // proves TOK-15
  it.skipIf(isMissing)('passes the cases of the adapter suite for these methods', async () => {
    const cases = adapterCases.filter(
      ({ needs, storesExtraFields }) =>
        (needs.includes('listAccounts') || needs.includes('updateAccount')) && !storesExtraFields,
    )
    expect(cases.length).toBeGreaterThan(0)
    for (const { needs, run } of cases)
      if (needs.every((method) => adapter[method] !== undefined)) await run(adapter)
  })
})
