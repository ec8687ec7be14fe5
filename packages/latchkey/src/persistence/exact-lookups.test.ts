import { expect, it, vi } from 'vitest'
import memory from '../adapters/memory.ts'
import { exactLookups } from './exact-lookups.ts'

// proves DB-1, TOK-13
it('ignores an account of another user in the list of accounts', async () => {
  const adapter = memory()
  const account = { provider: 'example', type: 'oidc' } as const
  for (const id of ['ann', 'Ann']) {
    await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null })
    await adapter.linkAccount({ ...account, providerAccountId: `account of ${id}`, userId: id })
  }
  const loose = {
    ...adapter,
    listAccounts: async () => [
      ...(await adapter.listAccounts('ann')),
      ...(await adapter.listAccounts('Ann')),
    ],
  }
  const warn = vi.fn()
  const logger = { warn, debug: vi.fn(), error: vi.fn() }
  const found = await exactLookups(loose, logger).listAccounts('ann')
  expect(found.map(({ providerAccountId }) => providerAccountId)).toEqual(['account of ann'])
  expect(warn.mock.calls).toEqual([
    ['inexact-lookup', expect.stringMatching(/`listAccounts`.*user id.*collation/)],
  ])
})

// proves TOK-13
it('counts the accounts of a user whose id the database returns as a number', async () => {
  const account = { provider: 'example', providerAccountId: 'a', type: 'oidc', userId: 7 as never } as const
  const warn = vi.fn()
  const adapter = { listAccounts: () => [account] }
  expect(await exactLookups(adapter, { warn, debug: vi.fn(), error: vi.fn() }).listAccounts('7')).toEqual([
    account,
  ])
  expect(warn).not.toHaveBeenCalled()
})
