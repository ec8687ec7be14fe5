import { equal, rejects } from 'node:assert/strict'
import type { AdapterUser } from '../../types/adapter.ts'
import { atOnce, givesNothing, hasFields, isUser, tries } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { DATE, LATER, newUser, unique, unknownIdLike } from './records.ts'

/** What an adapter does with users. */
export const userCases: readonly AdapterCase[] = [
  adapterCase('a user is given back as they were created', ['createUser', 'getUser'], async (adapter) => {
    const user = newUser()
    const created = await adapter.createUser(user)
    hasFields(created, withoutId(user))
    hasFields(await adapter.getUser(created.id), withoutId(user))
  }),

  adapterCase('a user without name and image is one', ['createUser', 'getUser'], async (adapter) => {
    const created = await adapter.createUser(newUser({ name: null, image: undefined }))
    hasFields(await adapter.getUser(created.id), { name: null, image: null })
  }),

  adapterCase(
    'the date of verification keeps its milliseconds',
    ['createUser', 'getUser'],
    async (adapter) => {
      const created = await adapter.createUser(newUser({ emailVerified: DATE }))
      hasFields(created, { emailVerified: DATE })
      hasFields(await adapter.getUser(created.id), { emailVerified: DATE })
    },
  ),

  adapterCase(
    'a user is found by their e-mail address',
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

  adapterCase(
    'a user who does not exist is null',
    ['createUser', 'getUser', 'getUserByEmail'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      await givesNothing(() => adapter.getUser(unknownIdLike(id)))
      await givesNothing(() => adapter.getUserByEmail(newUser().email))
    },
  ),

  // Some providers give no address. Whoever comes without one must not get the account of the last who did.
  adapterCase(
    'nobody is found by the lack of an e-mail address',
    ['createUser', 'getUserByEmail'],
    async (adapter) => {
      const nothing = null as unknown as string
      await tries(() => adapter.createUser(newUser({ email: nothing })))
      const found: unknown[] = []
      for (const email of [nothing, undefined as unknown as string, ''])
        await tries(async () => found.push(await adapter.getUserByEmail(email)))
      equal(found.find(Boolean), undefined)
    },
  ),

  adapterCase('an e-mail address has one user', ['createUser', 'getUserByEmail'], async (adapter) => {
    const { email } = newUser()
    const first = await adapter.createUser(newUser({ email }))
    await rejects(
      async () => adapter.createUser(newUser({ email })),
      'a second user with the same e-mail address was not refused',
    )
    isUser(await adapter.getUserByEmail(email), first)
  }),

  adapterCase('an e-mail address has one user, of twenty at once', ['createUser'], async (adapter) => {
    const { email } = newUser()
    const outcomes = await atOnce(() => adapter.createUser(newUser({ email })))
    equal(outcomes.filter(Boolean).length, 1)
  }),

  adapterCase(
    'an update changes what it names and keeps the rest',
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
    'an extra field of a user is kept, also by an update of another',
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
    'changing a record changes nothing that is stored',
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
    'a deleted user is gone, and nobody else',
    ['createUser', 'getUser', 'getUserByEmail', 'deleteUser'],
    async (adapter) => {
      const user = newUser()
      const [{ id }, other] = [await adapter.createUser(user), await adapter.createUser(newUser())]
      await adapter.deleteUser(id)
      await givesNothing(() => adapter.getUser(id))
      await givesNothing(() => adapter.getUserByEmail(user.email))
      isUser(await adapter.getUser(other.id), other)
    },
  ),
]

/** The fields that an adapter must keep: the id is its own to choose. */
function withoutId({ id: _, ...fields }: AdapterUser): Omit<AdapterUser, 'id'> {
  return fields
}
