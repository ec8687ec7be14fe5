import { deepEqual, equal } from 'node:assert/strict'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { findsNothing, hasFields } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { newAuthenticator, newUser } from './records.ts'

/** Requirements for passkeys. */
export const authenticatorCases: readonly AdapterCase[] = [
  adapterCase(
    'data',
    'returns a passkey with the fields that were stored',
    'a passkey can no longer be used.',
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const authenticator = newAuthenticator(user)
      hasFields(await adapter.createAuthenticator(authenticator), withoutUser(authenticator))
      const found = await adapter.getAuthenticator(authenticator.credentialID)
      hasFields(found, withoutUser(authenticator))
      equal(String(found?.userId), String(user.id))
    },
  ),

  adapterCase(
    'security',
    "deletes a user's passkeys together with their accounts",
    "an unverified user's passkey keeps access.",
    ['createUser', 'createAuthenticator', 'listAuthenticatorsByUserId', 'deleteAccountsByUserId'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      for (const user of [ann, ann, bea]) await adapter.createAuthenticator(newAuthenticator(user))
      await adapter.deleteAccountsByUserId(ann.id)
      deepEqual(await adapter.listAuthenticatorsByUserId(ann.id), [])
      equal((await adapter.listAuthenticatorsByUserId(bea.id)).length, 1)
    },
  ),

  adapterCase(
    'data',
    'stores a passkey without transports',
    'a passkey has properties that it did not report.',
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const authenticator = {
        ...newAuthenticator(user),
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
    'security',
    "lists only one user's passkeys",
    "a user is offered another user's passkeys.",
    ['createUser', 'createAuthenticator', 'listAuthenticatorsByUserId'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const passkeys = [newAuthenticator(ann), newAuthenticator(ann)]
      for (const passkey of [...passkeys, newAuthenticator(bea)]) await adapter.createAuthenticator(passkey)
      const found = await adapter.listAuthenticatorsByUserId(ann.id)
      deepEqual(found.map(readId).sort(), passkeys.map(readId).sort())
    },
  ),

  adapterCase(
    'comfort',
    'returns an empty list for a user without passkeys',
    'a user cannot register the first passkey.',
    ['createUser', 'listAuthenticatorsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      deepEqual(await adapter.listAuthenticatorsByUserId(user.id), [])
    },
  ),

  adapterCase(
    'security',
    'updates the counter of one passkey only',
    'a copied passkey is not recognized, or another passkey is refused.',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'updateAuthenticatorCounter'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [used, other] = [newAuthenticator(user), newAuthenticator(user)]
      for (const passkey of [used, other]) await adapter.createAuthenticator(passkey)
      hasFields(await adapter.updateAuthenticatorCounter(used.credentialID, 2), {
        counter: 2,
      })
      hasFields(await adapter.getAuthenticator(used.credentialID), { counter: 2 })
      hasFields(await adapter.getAuthenticator(other.credentialID), { counter: 1 })
    },
  ),

  adapterCase(
    'data',
    "deletes a deleted user's passkeys",
    "a deleted user's passkey remains, and cannot be registered again.",
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'deleteUser'],
    async (adapter) => {
      const [user, other] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [removed, kept] = [newAuthenticator(user), newAuthenticator(other)]
      for (const passkey of [removed, kept]) await adapter.createAuthenticator(passkey)
      await adapter.deleteUser(user.id)
      await findsNothing(() => adapter.getAuthenticator(removed.credentialID))
      hasFields(await adapter.getAuthenticator(kept.credentialID), { credentialID: kept.credentialID })
    },
  ),
]

function readId({ credentialID }: AdapterAuthenticator): string {
  return credentialID
}

/**
 * The fields that are compared unchanged. The user id is not, because an adapter may return a
 * number.
 */
function withoutUser({ userId: _, ...fields }: AdapterAuthenticator): Omit<AdapterAuthenticator, 'userId'> {
  return fields
}
