import { equal } from 'node:assert/strict'
import {
  allSucceeded,
  concurrently,
  findsNothing,
  hasFields,
  isRecord,
  returnsNothing,
} from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { LATER, newPassword, newUser, unknownIdLike } from './records.ts'

const FOR_PASSWORDS = ['createUser', 'getPassword', 'setPassword'] as const
const FOR_DETAILS = ['createUser', 'getUserDetails', 'setUserDetails'] as const

/** Requirements for users' states and passwords. */
export const passwordCases: readonly AdapterCase[] = [
  adapterCase(
    'security',
    "changes the given fields of a user's state and keeps the others",
    'a disabled user can sign in, or a trusted device stays trusted.',
    FOR_DETAILS,
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      await returnsNothing(() => adapter.getUserDetails(ann.id))
      await adapter.setUserDetails({ userId: ann.id, deviceEpoch: 'first' })
      hasFields(await adapter.getUserDetails(ann.id), { deviceEpoch: 'first', disabledAt: null })
      await adapter.setUserDetails({ userId: ann.id, disabledAt: LATER })
      hasFields(await adapter.getUserDetails(ann.id), { deviceEpoch: 'first', disabledAt: LATER })
      await adapter.setUserDetails({ userId: ann.id, disabledAt: null })
      await adapter.setUserDetails({ userId: ann.id })
      hasFields(await adapter.getUserDetails(ann.id), { deviceEpoch: 'first', disabledAt: null })
      await returnsNothing(() => adapter.getUserDetails(bea.id))
      await findsNothing(() => adapter.getUserDetails(unknownIdLike(ann.id)))
    },
  ),

  adapterCase(
    'data',
    "stores a user's state from twenty concurrent calls",
    "a request that changes a user's state fails.",
    FOR_DETAILS,
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      allSucceeded(
        await concurrently((index) =>
          adapter.setUserDetails(
            index % 2 === 0 ? { userId: id, deviceEpoch: 'epoch' } : { userId: id, disabledAt: LATER },
          ),
        ),
      )
      hasFields(await adapter.getUserDetails(id), { deviceEpoch: 'epoch', disabledAt: LATER })
    },
  ),

  adapterCase(
    'security',
    'returns, replaces and deletes a password',
    'a user signs in with a password that was changed or deleted.',
    [...FOR_PASSWORDS, 'deletePassword'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      await returnsNothing(() => adapter.getPassword(ann.id))
      const password = newPassword(ann)
      await adapter.setPassword(password)
      await adapter.setPassword(newPassword(bea))
      isRecord(await adapter.getPassword(ann.id), password)
      const changed = { ...newPassword(ann), changedAt: LATER, mustChange: true }
      await adapter.setPassword(changed)
      isRecord(await adapter.getPassword(ann.id), changed)
      await adapter.deletePassword(ann.id)
      await adapter.deletePassword(ann.id)
      await returnsNothing(() => adapter.getPassword(ann.id))
      equal(String((await adapter.getPassword(bea.id))?.userId), String(bea.id))
      await findsNothing(() => adapter.getPassword(unknownIdLike(ann.id)))
    },
  ),

  adapterCase(
    'security',
    'replaces a password only if it is the expected one',
    'a password that was just changed is replaced by one that another request computed before.',
    FOR_PASSWORDS,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [first, second] = [newPassword(user), newPassword(user)]
      equal(await adapter.setPassword(first, second.hash), false)
      await returnsNothing(() => adapter.getPassword(user.id))
      equal((await adapter.setPassword(first, null)) === false, false)
      equal(await adapter.setPassword(second, null), false)
      equal(await adapter.setPassword(second, second.hash), false)
      hasFields(await adapter.getPassword(user.id), { hash: first.hash })
      equal((await adapter.setPassword(first, first.hash)) === false, false)
      equal((await adapter.setPassword(second, first.hash)) === false, false)
      hasFields(await adapter.getPassword(user.id), { hash: second.hash })
    },
  ),

  adapterCase(
    'security',
    'lets one of twenty concurrent calls replace the expected password',
    'two requests change one password, and each reports that its own is stored.',
    FOR_PASSWORDS,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      for (const expected of [null, newPassword(user).hash]) {
        if (expected !== null) await adapter.setPassword({ ...newPassword(user), hash: expected })
        const passwords = Array.from({ length: 20 }, () => newPassword(user))
        const { results } = await concurrently(async (index) => {
          const password = passwords[index] ?? newPassword(user)
          return (await adapter.setPassword(password, expected)) === false ? null : password.hash
        })
        const [hash, ...others] = results.filter((result) => result !== null)
        equal(others.length, 0, `${others.length + 1} of 20 calls replaced the password`)
        hasFields(await adapter.getPassword(user.id), { hash })
      }
    },
  ),

  adapterCase(
    'security',
    "deletes a deleted user's password and state",
    "a deleted user's password stays stored.",
    [...FOR_PASSWORDS, 'setUserDetails', 'getUserDetails', 'deleteUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      await adapter.setPassword(newPassword(user))
      await adapter.setUserDetails({ userId: user.id, disabledAt: LATER })
      await adapter.deleteUser(user.id)
      await findsNothing(() => adapter.getPassword(user.id))
      await findsNothing(() => adapter.getUserDetails(user.id))
    },
  ),
]
