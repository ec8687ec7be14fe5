import { equal, rejects } from 'node:assert/strict'
import type { AdapterUser } from '../../types/adapter.ts'
import { concurrently, hasFields, ignoringErrors, isUser, returnsNothing } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { DATE, LATER, newUser, unique, unknownIdLike } from './records.ts'

/** Requirements for users. */
export const userCases: readonly AdapterCase[] = [
  adapterCase(
    'returns a user with the fields that were stored',
    ['createUser', 'getUser'],
    async (adapter) => {
      const user = newUser()
      const created = await adapter.createUser(user)
      hasFields(created, withoutId(user))
      hasFields(await adapter.getUser(created.id), withoutId(user))
    },
  ),

  adapterCase('stores a user without a name and an image', ['createUser', 'getUser'], async (adapter) => {
    const created = await adapter.createUser(newUser({ name: null, image: undefined }))
    hasFields(await adapter.getUser(created.id), { name: null, image: null })
  }),

  adapterCase(
    'keeps the milliseconds of the verification date',
    ['createUser', 'getUser'],
    async (adapter) => {
      const created = await adapter.createUser(newUser({ emailVerified: DATE }))
      hasFields(created, { emailVerified: DATE })
      hasFields(await adapter.getUser(created.id), { emailVerified: DATE })
    },
  ),

  adapterCase('finds a user by e-mail address', ['createUser', 'getUserByEmail'], async (adapter) => {
    await adapter.createUser(newUser())
    const user = newUser()
    const created = await adapter.createUser(user)
    const found = await adapter.getUserByEmail(user.email)
    isUser(found, created)
    hasFields(found, withoutId(user))
  }),

  adapterCase(
    'returns null for an unknown user',
    ['createUser', 'getUser', 'getUserByEmail'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      await returnsNothing(() => adapter.getUser(unknownIdLike(id)))
      await returnsNothing(() => adapter.getUserByEmail(newUser().email))
    },
  ),

  // A database may compare addresses without case and accents. Latchkey then ignores the user whom
  // it finds, which it recognizes by the stored address.
  adapterCase(
    'returns a user with the stored e-mail address, not with the requested one',
    ['createUser', 'getUserByEmail'],
    async (adapter) => {
      const user = newUser()
      await adapter.createUser({ ...user, email: `e${user.email}` })
      const found = await adapter.getUserByEmail(`é${user.email}`)
      if (found) hasFields(found, { email: `e${user.email}` })
    },
  ),

  // Some providers send no e-mail address. A user without one must not get the account of another
  // such user.
  adapterCase(
    'finds no user when the e-mail address is missing',
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
    'rejects a second user with the same e-mail address',
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
    'creates one user from twenty concurrent calls with the same e-mail address',
    ['createUser'],
    async (adapter) => {
      const { email } = newUser()
      const outcomes = await concurrently(() => adapter.createUser(newUser({ email })))
      equal(outcomes.filter(Boolean).length, 1)
    },
  ),

  adapterCase(
    'updates only the given fields of a user',
    ['createUser', 'getUser', 'updateUser'],
    async (adapter) => {
      const [user, other] = [newUser(), newUser()]
      const [{ id }, { id: otherId }] = [await adapter.createUser(user), await adapter.createUser(other)]
      const expected = { ...withoutId(user), name: 'Bea', emailVerified: LATER, image: null }
      hasFields(
        await adapter.updateUser({ id, name: 'Bea', emailVerified: LATER, image: null, email: undefined }),
        expected,
      )
      hasFields(await adapter.getUser(id), expected)
      hasFields(await adapter.getUser(otherId), withoutId(other))
    },
  ),

  adapterCase(
    'keeps an extra field of a user when another field is updated',
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
    'keeps the stored user unchanged when the caller changes a record',
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
    'deletes one user and keeps the others',
    ['createUser', 'getUser', 'getUserByEmail', 'deleteUser'],
    async (adapter) => {
      const user = newUser()
      const [{ id }, other] = [await adapter.createUser(user), await adapter.createUser(newUser())]
      await adapter.deleteUser(id)
      await returnsNothing(() => adapter.getUser(id))
      await returnsNothing(() => adapter.getUserByEmail(user.email))
      isUser(await adapter.getUser(other.id), other)
    },
  ),
]

/** The fields that an adapter must keep. It may choose another id. */
function withoutId({ id: _, ...fields }: AdapterUser): Omit<AdapterUser, 'id'> {
  return fields
}
