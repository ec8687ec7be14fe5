import { deepEqual, equal, rejects } from 'node:assert/strict'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { hasFields, returnsNothing } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { authenticatorOf, newUser, unique } from './records.ts'

/** Requirements for passkeys. */
export const authenticatorCases: readonly AdapterCase[] = [
  adapterCase(
    'returns a passkey with the fields that were stored',
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const authenticator = authenticatorOf(user)
      hasFields(await adapter.createAuthenticator(authenticator), withoutUser(authenticator))
      const found = await adapter.getAuthenticator(authenticator.credentialID)
      hasFields(found, withoutUser(authenticator))
      equal(String(found?.userId), String(user.id))
      await returnsNothing(() => adapter.getAuthenticator(btoa(unique())))
    },
  ),

  adapterCase(
    'deletes the passkeys of a user together with their accounts',
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
    'stores a passkey without transports',
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
    'lists the passkeys of one user only',
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
    'returns an empty list for a user without passkeys',
    ['createUser', 'listAuthenticatorsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      deepEqual(await adapter.listAuthenticatorsByUserId(user.id), [])
    },
  ),

  adapterCase(
    'updates the counter of one passkey only',
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
    'rejects a counter update of an unknown passkey',
    ['updateAuthenticatorCounter'],
    async (adapter) => {
      await rejects(
        async () => adapter.updateAuthenticatorCounter(btoa(unique()), 2),
        'the counter update of an unknown passkey was not rejected',
      )
    },
  ),

  adapterCase(
    'deletes the passkeys of a deleted user',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'deleteUser'],
    async (adapter) => {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [removed, kept] = [authenticatorOf(user), authenticatorOf(other)]
      for (const passkey of [removed, kept]) await adapter.createAuthenticator(passkey)
      await adapter.deleteUser(user.id)
      await returnsNothing(() => adapter.getAuthenticator(removed.credentialID))
      hasFields(await adapter.getAuthenticator(kept.credentialID), { credentialID: kept.credentialID })
    },
  ),
]

function idOf({ credentialID }: AdapterAuthenticator): string {
  return credentialID
}

/**
 * The fields that are compared unchanged. The user id is not, because an adapter may return a
 * number.
 */
function withoutUser({ userId: _, ...fields }: AdapterAuthenticator): Omit<AdapterAuthenticator, 'userId'> {
  return fields
}
