import { deepEqual, equal } from 'node:assert/strict'
import { allSucceeded, concurrently, isRecord } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { DATE, LATER, newSecondFactor, newUser, unique } from './records.ts'

const FOR_FACTORS = ['createUser', 'createSecondFactor', 'listSecondFactors'] as const
const FOR_CODES = ['createUser', 'replaceRecoveryCodes', 'useRecoveryCode', 'countRecoveryCodes'] as const

/** Requirements for second factors and recovery codes. */
export const secondFactorCases: readonly AdapterCase[] = [
  adapterCase(
    'security',
    "returns all of a user's second factors, the oldest first",
    'a sign-in asks for no second factor.',
    FOR_FACTORS,
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      deepEqual(await adapter.listSecondFactors(ann.id), [])
      const [older, newer] = [newSecondFactor(ann), newSecondFactor(ann, { createdAt: LATER })]
      for (const factor of [newer, older, newSecondFactor(bea)]) await adapter.createSecondFactor(factor)
      const found = await adapter.listSecondFactors(ann.id)
      equal(found.length, 2)
      for (const [index, factor] of [older, newer].entries()) isRecord(found[index], factor)
    },
  ),

  adapterCase(
    'security',
    'changes the given fields of a second factor, and only for its user',
    'a user changes the second factor of another one.',
    [...FOR_FACTORS, 'updateSecondFactor'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const factor = newSecondFactor(ann)
      await adapter.createSecondFactor(factor)
      const key = { id: factor.id, userId: ann.id }
      equal(await adapter.updateSecondFactor({ ...key, lastUsedAt: LATER }), true)
      equal(await adapter.updateSecondFactor({ ...key, lastUsedAt: LATER }), true)
      equal(await adapter.updateSecondFactor({ ...key, userId: bea.id, name: 'stolen' }), false)
      equal(await adapter.updateSecondFactor({ ...key, id: unique(), name: 'unknown' }), false)
      isRecord((await adapter.listSecondFactors(ann.id))[0], { ...factor, lastUsedAt: LATER })
    },
  ),

  adapterCase(
    'security',
    'deletes a second factor once, and only for its user',
    'a user removes the second factor of another one.',
    [...FOR_FACTORS, 'deleteSecondFactor'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [factor, other] = [newSecondFactor(ann), newSecondFactor(ann, { createdAt: LATER })]
      for (const each of [factor, other]) await adapter.createSecondFactor(each)
      equal(await adapter.deleteSecondFactor({ id: factor.id, userId: bea.id }), false)
      equal((await adapter.listSecondFactors(ann.id)).length, 2)
      equal(await adapter.deleteSecondFactor({ id: factor.id, userId: ann.id }), true)
      equal(await adapter.deleteSecondFactor({ id: factor.id, userId: ann.id }), false)
      const [left, ...more] = await adapter.listSecondFactors(ann.id)
      equal(left?.id, other.id)
      deepEqual(more, [])
    },
  ),

  adapterCase(
    'security',
    'accepts a recovery code once, and only from its user',
    'a recovery code that was used or seen signs in again.',
    FOR_CODES,
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const codes = [unique(), unique(), unique()]
      const [code = ''] = codes
      await adapter.replaceRecoveryCodes(ann.id, codes)
      await adapter.replaceRecoveryCodes(bea.id, codes)
      equal(await adapter.useRecoveryCode(ann.id, unique()), false)
      equal(await adapter.useRecoveryCode(ann.id, code), true)
      equal(await adapter.useRecoveryCode(ann.id, code), false)
      equal(await adapter.countRecoveryCodes(ann.id), 2)
      equal(await adapter.countRecoveryCodes(bea.id), 3)
    },
  ),

  adapterCase(
    'security',
    'replaces all recovery codes of one user only',
    'a recovery code from an old list signs in.',
    FOR_CODES,
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [first, kept, added] = [unique(), unique(), unique()]
      await adapter.replaceRecoveryCodes(ann.id, [first, kept])
      await adapter.replaceRecoveryCodes(bea.id, [first])
      await adapter.replaceRecoveryCodes(ann.id, [kept, added])
      equal(await adapter.countRecoveryCodes(ann.id), 2)
      equal(await adapter.useRecoveryCode(ann.id, first), false)
      equal(await adapter.useRecoveryCode(ann.id, kept), true)
      equal(await adapter.useRecoveryCode(ann.id, added), true)
      await adapter.replaceRecoveryCodes(ann.id, [first])
      await adapter.replaceRecoveryCodes(ann.id, [])
      equal(await adapter.countRecoveryCodes(ann.id), 0)
      equal(await adapter.useRecoveryCode(bea.id, first), true)
    },
  ),

  adapterCase(
    'security',
    'accepts a recovery code from only one of twenty concurrent calls',
    'a recovery code signs in more than once.',
    FOR_CODES,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [code, other] = [unique(), unique()]
      await adapter.replaceRecoveryCodes(user.id, [code, other])
      const outcomes = await concurrently(() => adapter.useRecoveryCode(user.id, code))
      equal(outcomes.results.filter(Boolean).length, 1)
      equal(await adapter.countRecoveryCodes(user.id), 1)
    },
  ),

  adapterCase(
    'comfort',
    'reports no error to the other concurrent calls that use a recovery code',
    'a second click at the sign-in shows an error page.',
    FOR_CODES,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const code = unique()
      await adapter.replaceRecoveryCodes(user.id, [code])
      allSucceeded(await concurrently(() => adapter.useRecoveryCode(user.id, code)))
    },
  ),

  adapterCase(
    'security',
    "deletes a deleted user's second factors and recovery codes",
    "a deleted user's secret stays stored.",
    [...FOR_FACTORS, ...FOR_CODES, 'deleteUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      await adapter.createSecondFactor(newSecondFactor(user, { lastUsedAt: DATE }))
      await adapter.replaceRecoveryCodes(user.id, [unique()])
      await adapter.deleteUser(user.id)
      deepEqual(await adapter.listSecondFactors(user.id), [])
      equal(await adapter.countRecoveryCodes(user.id), 0)
    },
  ),
]
