import { equal, rejects } from 'node:assert/strict'
import type { AdapterUser } from '../../types/adapter.ts'
import { findsNothing, hasFields, ignoringErrors, isUser } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { DATE, LATER, newUser, unique } from './records.ts'

/** Requirements for users. */
export const userCases: readonly AdapterCase[] = [
  adapterCase(
    'data',
    'returns a user with the fields that were stored',
    'a user loses their name, address or image.',
    ['createUser', 'getUser'],
    async (adapter) => {
      const user = newUser()
      const created = await adapter.createUser(user)
      hasFields(created, withoutId(user))
      hasFields(await adapter.getUser(created.id), withoutId(user))
    },
  ),

  adapterCase(
    'data',
    'stores a user without a name and an image',
    'a user has a name or image that no provider sent.',
    ['createUser', 'getUser'],
    async (adapter) => {
      const created = await adapter.createUser(newUser({ name: null, image: undefined }))
      hasFields(await adapter.getUser(created.id), { name: null, image: null })
    },
  ),

  adapterCase(
    'data',
    'keeps the milliseconds of the verification date',
    'the date on which an address was verified changes.',
    ['createUser', 'getUser'],
    async (adapter) => {
      const created = await adapter.createUser(newUser({ emailVerified: DATE }))
      hasFields(created, { emailVerified: DATE })
      hasFields(await adapter.getUser(created.id), { emailVerified: DATE })
    },
  ),

  adapterCase(
    'data',
    'finds a user by e-mail address',
    'a known user becomes a new one, or cannot sign in.',
    ['createUser', 'getUserByEmail'],
    async (adapter) => {
      await adapter.createUser(newUser())
      const user = newUser()
      const created = await adapter.createUser(user)
      const found = await adapter.getUserByEmail(user.email)
      isUser(found, created)
      hasFields(found, withoutId(user))
    },
  ),

  // Some providers send no e-mail address. A user without one must not get the account of another
  // such user.
  adapterCase(
    'security',
    'finds no user when the e-mail address is missing',
    'a user without an address signs in as another one without an address.',
    ['createUser', 'getUserByEmail'],
    async (adapter) => {
      const nothing = null as unknown as string
      await ignoringErrors(() => adapter.createUser(newUser({ email: nothing })))
      const found: unknown[] = []
      for (const email of [nothing, undefined as unknown as string, ''])
        await ignoringErrors(async () => found.push(await adapter.getUserByEmail(email)))
      equal(found.find(Boolean), undefined)
    },
  ),

  adapterCase(
    'data',
    'rejects a second user with the same e-mail address',
    'two users share an address, and a link sent to it signs in as either of them.',
    ['createUser', 'getUserByEmail'],
    async (adapter) => {
      const { email } = newUser()
      const first = await adapter.createUser(newUser({ email }))
      await rejects(
        async () => adapter.createUser(newUser({ email })),
        'a second user with the same e-mail address was not rejected',
      )
      isUser(await adapter.getUserByEmail(email), first)
    },
  ),

  adapterCase(
    'data',
    "updates only a user's given fields",
    'a user loses fields, or gets those of another one.',
    ['createUser', 'getUser', 'updateUser'],
    async (adapter) => {
      const [user, other] = [newUser(), newUser()]
      const [{ id }, { id: otherId }] = [await adapter.createUser(user), await adapter.createUser(other)]
      const expected = { ...withoutId(user), name: 'Bea', emailVerified: LATER, image: null }
      hasFields(await adapter.updateUser({ id, name: 'Bea', emailVerified: LATER, image: null }), expected)
      hasFields(await adapter.getUser(id), expected)
      hasFields(await adapter.getUser(otherId), withoutId(other))
    },
  ),

  adapterCase(
    'data',
    "keeps a user's extra field when another field is updated",
    "a user loses one of the application's fields, such as their role.",
    ['createUser', 'getUser', 'getUserByEmail', 'updateUser'],
    async (adapter) => {
      const user = { ...newUser(), role: 'admin' }
      const { id } = await adapter.createUser(user)
      hasFields(await adapter.getUser(id), { role: 'admin' })
      hasFields(await adapter.updateUser({ id, name: unique() }), { role: 'admin' })
      hasFields(await adapter.getUserByEmail(user.email), { role: 'admin' })
    },
    { storesExtraFields: true },
  ),

  adapterCase(
    'data',
    'keeps the stored user unchanged when the caller changes a record',
    'a stored record changes without being saved.',
    ['createUser', 'getUser'],
    async (adapter) => {
      const user = newUser({ emailVerified: new Date(DATE) })
      const created = await adapter.createUser(user)
      const { id } = created
      for (const record of [user, created, await adapter.getUser(id)]) {
        record?.emailVerified?.setTime(0)
        Object.assign(record ?? {}, { name: 'Eve' })
      }
      hasFields(await adapter.getUser(id), { name: 'Ann', emailVerified: DATE })
    },
  ),

  adapterCase(
    'data',
    'deletes one user and keeps the others',
    'a deleted user remains, or another user is deleted.',
    ['createUser', 'getUser', 'getUserByEmail', 'deleteUser'],
    async (adapter) => {
      const user = newUser()
      const [{ id }, other] = [await adapter.createUser(user), await adapter.createUser(newUser())]
      await adapter.deleteUser(id)
      await findsNothing(() => adapter.getUser(id))
      await findsNothing(() => adapter.getUserByEmail(user.email))
      isUser(await adapter.getUser(other.id), other)
    },
  ),
]

/** The fields that an adapter must keep. It may choose another id. */
function withoutId({ id: _, ...fields }: AdapterUser): Omit<AdapterUser, 'id'> {
  return fields
}
