import { ok } from 'node:assert/strict'
import type { VerificationToken } from '../../types/adapter.ts'
import { findsNothing, hasFields, ignoringErrors } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { newVerificationToken, unique } from './records.ts'

const METHODS = ['createVerificationToken', 'useVerificationToken'] as const

/** Requirements for the tokens of e-mail links. */
export const verificationTokenCases: readonly AdapterCase[] = [
  adapterCase(
    'data',
    'returns a verification token with the fields that were stored',
    'a link does not work, or works for too long.',
    METHODS,
    async (adapter) => {
      const record = newVerificationToken()
      await adapter.createVerificationToken(record)
      hasFields(await adapter.useVerificationToken(tokenKey(record)), record)
    },
  ),

  adapterCase(
    'security',
    'returns a verification token once',
    'an e-mail link works more than once.',
    METHODS,
    async (adapter) => {
      const record = newVerificationToken()
      await adapter.createVerificationToken(record)
      ok(await adapter.useVerificationToken(tokenKey(record)))
      await findsNothing(() => adapter.useVerificationToken(tokenKey(record)))
    },
  ),

  // Many query builders omit a condition whose value is `undefined`.
  adapterCase(
    'security',
    'finds no verification token with a wrong token, or with a wrong or missing address',
    'a visitor signs in without the link, or as the user of another address.',
    METHODS,
    async (adapter) => {
      const record = newVerificationToken()
      await adapter.createVerificationToken(record)
      for (const wrong of wrongKeys(record)) await findsNothing(() => adapter.useVerificationToken(wrong))
    },
  ),

  adapterCase(
    'data',
    'keeps a verification token after attempts with a wrong token or address',
    'a link does not work, although it was not used.',
    METHODS,
    async (adapter) => {
      const record = newVerificationToken()
      await adapter.createVerificationToken(record)
      for (const wrong of wrongKeys(record)) await ignoringErrors(() => adapter.useVerificationToken(wrong))
      hasFields(await adapter.useVerificationToken(tokenKey(record)), tokenKey(record))
    },
  ),

  adapterCase(
    'security',
    'deletes all verification tokens for one e-mail address only',
    "an older link works after another one was used, or another user's link is lost.",
    [...METHODS, 'deleteVerificationTokens'],
    async (adapter) => {
      const [first, kept] = [newVerificationToken(), newVerificationToken()]
      const second = { ...newVerificationToken(), identifier: first.identifier }
      for (const record of [first, second, kept]) await adapter.createVerificationToken(record)
      await adapter.deleteVerificationTokens(first.identifier)
      for (const record of [first, second])
        await findsNothing(() => adapter.useVerificationToken(tokenKey(record)))
      hasFields(await adapter.useVerificationToken(tokenKey(kept)), tokenKey(kept))
    },
  ),
]

type Key = Pick<VerificationToken, 'identifier' | 'token'>

function tokenKey({ identifier, token }: VerificationToken): Key {
  return { identifier, token }
}

function wrongKeys({ identifier, token }: VerificationToken): Key[] {
  return [
    { identifier, token: unique() },
    { identifier: newVerificationToken().identifier, token },
    { identifier: undefined as unknown as string, token },
  ]
}
