import { deepEqual, equal, rejects } from 'node:assert/strict'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { givesNothing, hasFields } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { authenticatorOf, newUser, unique } from './records.ts'

/** What an adapter does with passkeys. */
export const authenticatorCases: readonly AdapterCase[] = [
  adapterCase(
    'a passkey is given back as it was created',
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const authenticator = authenticatorOf(user)
      hasFields(await adapter.createAuthenticator(authenticator), withoutUser(authenticator))
      const found = await adapter.getAuthenticator(authenticator.credentialID)
      hasFields(found, withoutUser(authenticator))
      equal(String(found?.userId), String(user.id))
      await givesNothing(() => adapter.getAuthenticator(btoa(unique())))
    },
  ),

  adapterCase(
    'all passkeys of a user go with their accounts',
    ['createUser', 'createAuthenticator', 'listAuthenticatorsByUserId', 'deleteAccountsByUserId'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      for (const user of [ann, ann, bea]) await adapter.createAuthenticator(authenticatorOf(user))
      await adapter.deleteAccountsByUserId(ann.id)
      deepEqual(await adapter.listAuthenticatorsByUserId(ann.id), [])
      equal((await adapter.listAuthenticatorsByUserId(bea.id)).length, 1)
    },
  ),

  adapterCase(
    'a passkey without transports is one',
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const authenticator = {
        ...authenticatorOf(user),
        credentialBackedUp: false,
        counter: 0,
        transports: undefined,
      }
      await adapter.createAuthenticator(authenticator)
      hasFields(await adapter.getAuthenticator(authenticator.credentialID), {
        transports: null,
        credentialBackedUp: false,
        counter: 0,
      })
    },
  ),

  adapterCase(
    'the passkeys of a user are theirs alone',
    ['createUser', 'createAuthenticator', 'listAuthenticatorsByUserId'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const passkeys = [authenticatorOf(ann), authenticatorOf(ann)]
      for (const passkey of [...passkeys, authenticatorOf(bea)]) await adapter.createAuthenticator(passkey)
      const found = await adapter.listAuthenticatorsByUserId(ann.id)
      deepEqual(found.map(idOf).sort(), passkeys.map(idOf).sort())
    },
  ),

  adapterCase(
    'a user without passkeys has an empty list',
    ['createUser', 'listAuthenticatorsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      deepEqual(await adapter.listAuthenticatorsByUserId(user.id), [])
    },
  ),

  adapterCase(
    'the counter of a passkey goes on, and of no other',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'updateAuthenticatorCounter'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [used, other] = [authenticatorOf(user), authenticatorOf(user)]
      for (const passkey of [used, other]) await adapter.createAuthenticator(passkey)
      hasFields(await adapter.updateAuthenticatorCounter(used.credentialID, 2), {
        ...withoutUser(used),
        counter: 2,
      })
      hasFields(await adapter.getAuthenticator(used.credentialID), { ...withoutUser(used), counter: 2 })
      hasFields(await adapter.getAuthenticator(other.credentialID), withoutUser(other))
    },
  ),

  adapterCase(
    'the counter of a passkey that does not exist is refused',
    ['updateAuthenticatorCounter'],
    async (adapter) => {
      await rejects(
        async () => adapter.updateAuthenticatorCounter(btoa(unique()), 2),
        'the unknown passkey was not refused',
      )
    },
  ),

  adapterCase(
    'a deleted user takes their passkeys along',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'deleteUser'],
    async (adapter) => {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [gone, kept] = [authenticatorOf(user), authenticatorOf(other)]
      for (const passkey of [gone, kept]) await adapter.createAuthenticator(passkey)
      await adapter.deleteUser(user.id)
      await givesNothing(() => adapter.getAuthenticator(gone.credentialID))
      hasFields(await adapter.getAuthenticator(kept.credentialID), { credentialID: kept.credentialID })
    },
  ),
]

function idOf({ credentialID }: AdapterAuthenticator): string {
  return credentialID
}

/** The fields that are compared as they are; a user's id may be a number. */
function withoutUser({ userId: _, ...fields }: AdapterAuthenticator): Omit<AdapterAuthenticator, 'userId'> {
  return fields
}
