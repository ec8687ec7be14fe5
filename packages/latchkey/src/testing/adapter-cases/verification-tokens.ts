import { equal } from 'node:assert/strict'
import { concurrently, hasFields, ignoringErrors, returnsNothing } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { newVerificationToken, unique } from './records.ts'

const METHODS = ['createVerificationToken', 'useVerificationToken'] as const

/** Requirements for the tokens of e-mail links. */
export const verificationTokenCases: readonly AdapterCase[] = [
  adapterCase('returns a verification token once', METHODS, async (adapter) => {
    const record = newVerificationToken()
    await adapter.createVerificationToken(record)
    const { identifier, token } = record
    hasFields(await adapter.useVerificationToken({ identifier, token }), record)
    await returnsNothing(() => adapter.useVerificationToken({ identifier, token }))
  }),

  adapterCase(
    'returns a verification token to only one of twenty concurrent calls',
    METHODS,
    async (adapter) => {
      const record = newVerificationToken()
      await adapter.createVerificationToken(record)
      const { identifier, token } = record
      const outcomes = await concurrently(() => adapter.useVerificationToken({ identifier, token }))
      equal(outcomes.filter(Boolean).length, 1)
    },
  ),

  adapterCase(
    'returns null for a wrong verification token and keeps the stored one',
    METHODS,
    async (adapter) => {
      const record = newVerificationToken()
      await adapter.createVerificationToken(record)
      await returnsNothing(() =>
        adapter.useVerificationToken({ identifier: record.identifier, token: unique() }),
      )
      hasFields(
        await adapter.useVerificationToken({ identifier: record.identifier, token: record.token }),
        record,
      )
    },
  ),

  adapterCase(
    'returns null for a wrong e-mail address and keeps the verification token',
    METHODS,
    async (adapter) => {
      const record = newVerificationToken()
      await adapter.createVerificationToken(record)
      await returnsNothing(() =>
        adapter.useVerificationToken({ identifier: newVerificationToken().identifier, token: record.token }),
      )
      hasFields(
        await adapter.useVerificationToken({ identifier: record.identifier, token: record.token }),
        record,
      )
    },
  ),

  adapterCase(
    'deletes all verification tokens of one e-mail address only',
    [...METHODS, 'deleteVerificationTokens'],
    async (adapter) => {
      const [first, kept] = [newVerificationToken(), newVerificationToken()]
      const second = { ...newVerificationToken(), identifier: first.identifier }
      for (const record of [first, second, kept]) await adapter.createVerificationToken(record)
      await adapter.deleteVerificationTokens(first.identifier)
      for (const { identifier, token } of [first, second])
        await returnsNothing(() => adapter.useVerificationToken({ identifier, token }))
      hasFields(await adapter.useVerificationToken({ identifier: kept.identifier, token: kept.token }), kept)
    },
  ),

  // Many query builders omit a condition whose value is `undefined`.
  adapterCase('keeps a verification token when the e-mail address is missing', METHODS, async (adapter) => {
    const record = newVerificationToken()
    await adapter.createVerificationToken(record)
    const found: unknown[] = []
    await ignoringErrors(async () =>
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
