import { equal } from 'node:assert/strict'
import { atOnce, givesNothing, hasFields, tries } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { newVerificationToken, unique } from './records.ts'

const METHODS = ['createVerificationToken', 'useVerificationToken'] as const

/** What an adapter does with the tokens of e-mail links. */
export const verificationTokenCases: readonly AdapterCase[] = [
  adapterCase('a link works once', METHODS, async (adapter) => {
    const record = newVerificationToken()
    await adapter.createVerificationToken(record)
    const { identifier, token } = record
    hasFields(await adapter.useVerificationToken({ identifier, token }), record)
    await givesNothing(() => adapter.useVerificationToken({ identifier, token }))
  }),

  adapterCase('a link works once, of twenty at once', METHODS, async (adapter) => {
    const record = newVerificationToken()
    await adapter.createVerificationToken(record)
    const { identifier, token } = record
    const outcomes = await atOnce(() => adapter.useVerificationToken({ identifier, token }))
    equal(outcomes.filter(Boolean).length, 1)
  }),

  adapterCase('a wrong token gives nothing and uses nothing up', METHODS, async (adapter) => {
    const record = newVerificationToken()
    await adapter.createVerificationToken(record)
    await givesNothing(() => adapter.useVerificationToken({ identifier: record.identifier, token: unique() }))
    hasFields(
      await adapter.useVerificationToken({ identifier: record.identifier, token: record.token }),
      record,
    )
  }),

  adapterCase('a wrong address gives nothing and uses nothing up', METHODS, async (adapter) => {
    const record = newVerificationToken()
    await adapter.createVerificationToken(record)
    await givesNothing(() =>
      adapter.useVerificationToken({ identifier: newVerificationToken().identifier, token: record.token }),
    )
    hasFields(
      await adapter.useVerificationToken({ identifier: record.identifier, token: record.token }),
      record,
    )
  }),

  adapterCase(
    'all links to an address are forgotten, and no other',
    [...METHODS, 'deleteVerificationTokens'],
    async (adapter) => {
      const [first, kept] = [newVerificationToken(), newVerificationToken()]
      const second = { ...newVerificationToken(), identifier: first.identifier }
      for (const record of [first, second, kept]) await adapter.createVerificationToken(record)
      await adapter.deleteVerificationTokens(first.identifier)
      for (const { identifier, token } of [first, second])
        await givesNothing(() => adapter.useVerificationToken({ identifier, token }))
      hasFields(await adapter.useVerificationToken({ identifier: kept.identifier, token: kept.token }), kept)
    },
  ),

  // Many query builders leave a condition out whose value is `undefined`.
  adapterCase('a link without its address gives nothing and uses nothing up', METHODS, async (adapter) => {
    const record = newVerificationToken()
    await adapter.createVerificationToken(record)
    const found: unknown[] = []
    await tries(async () =>
      found.push(
        await adapter.useVerificationToken({
          identifier: undefined as unknown as string,
          token: record.token,
        }),
      ),
    )
    equal(found.find(Boolean), undefined)
    hasFields(
      await adapter.useVerificationToken({ identifier: record.identifier, token: record.token }),
      record,
    )
  }),
]
