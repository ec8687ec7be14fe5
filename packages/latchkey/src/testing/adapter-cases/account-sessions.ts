import { deepEqual, equal } from 'node:assert/strict'
import { allSucceeded, concurrently, findsNothing, hasFields, isRecord, isUser } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import {
  DATE,
  LATER,
  newAccount,
  newAuthenticator,
  newSecurityEvent,
  newSession,
  newSessionDetails,
  newUser,
  unique,
  withOwner,
} from './records.ts'

const FOR_SESSIONS = ['createUser', 'createSessionDetails', 'listSessionDetails'] as const
const FOR_PASSKEYS = ['createUser', 'updatePasskeyDetails', 'listPasskeyDetails'] as const
const FOR_EVENTS = ['createUser', 'createSecurityEvent', 'listSecurityEvents'] as const

/** Requirements for session lists, for what is known of passkeys, and for security events. */
export const accountSessionCases: readonly AdapterCase[] = [
  adapterCase(
    'security',
    "returns what is known of all of a user's sessions, the newest first",
    'a user does not see a session that an attacker started.',
    FOR_SESSIONS,
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      deepEqual(await adapter.listSessionDetails(ann.id), [])
      const older = newSessionDetails(ann, { userAgent: null, ip: null, name: 'Phone' })
      const newer = newSessionDetails(ann, { createdAt: LATER })
      for (const details of [older, newer, newSessionDetails(bea)])
        await adapter.createSessionDetails(details)
      const found = await adapter.listSessionDetails(ann.id)
      equal(found.length, 2)
      for (const [index, details] of [newer, older].entries()) isRecord(found[index], details)
    },
  ),

  adapterCase(
    'data',
    'changes the given fields of what is known of a session',
    'a session has the wrong device or the wrong time.',
    [...FOR_SESSIONS, 'touchSessionDetails'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [details, other] = [newSessionDetails(user, { createdAt: LATER }), newSessionDetails(user)]
      for (const each of [details, other]) await adapter.createSessionDetails(each)
      const { sessionToken } = details
      await adapter.touchSessionDetails({ sessionToken, lastSeenAt: LATER, name: 'Laptop' })
      await adapter.touchSessionDetails({ sessionToken })
      await adapter.touchSessionDetails({ sessionToken: unique(), lastSeenAt: LATER })
      const [changed, unchanged] = await adapter.listSessionDetails(user.id)
      isRecord(changed, { ...details, lastSeenAt: LATER, name: 'Laptop' })
      isRecord(unchanged, other)
    },
  ),

  adapterCase(
    'comfort',
    'changes what is known of a session from twenty concurrent calls',
    'a page that makes several requests at once shows errors.',
    [...FOR_SESSIONS, 'touchSessionDetails'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { sessionToken, ...details } = newSessionDetails(user)
      await adapter.createSessionDetails({ sessionToken, ...details })
      allSucceeded(await concurrently(() => adapter.touchSessionDetails({ sessionToken, lastSeenAt: LATER })))
      hasFields((await adapter.listSessionDetails(user.id))[0], { sessionToken, lastSeenAt: LATER })
    },
  ),

  adapterCase(
    'data',
    'deletes what is known of one session',
    'the list shows a session that has ended, or lacks one that has not.',
    [...FOR_SESSIONS, 'deleteSessionDetails'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [details, other] = [newSessionDetails(user), newSessionDetails(user)]
      for (const each of [details, other]) await adapter.createSessionDetails(each)
      await adapter.deleteSessionDetails(details.sessionToken)
      await adapter.deleteSessionDetails(details.sessionToken)
      const tokens = (await adapter.listSessionDetails(user.id)).map(({ sessionToken }) => sessionToken)
      deepEqual(tokens, [other.sessionToken])
    },
  ),

  adapterCase(
    'security',
    'deletes all sessions of all users, and what is known of them',
    'a session works after all sessions were ended.',
    [...FOR_SESSIONS, 'deleteAllSessions', 'createSession', 'getSessionAndUser', 'getUser'],
    async (adapter) => {
      const users = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const sessions = users.map((user) => newSession(user))
      for (const session of sessions) await adapter.createSession(session)
      for (const user of users) await adapter.createSessionDetails(newSessionDetails(user))
      await adapter.deleteAllSessions()
      await adapter.deleteAllSessions()
      for (const { sessionToken } of sessions)
        await findsNothing(() => adapter.getSessionAndUser(sessionToken))
      for (const user of users) {
        deepEqual(await adapter.listSessionDetails(user.id), [])
        isUser(await adapter.getUser(user.id), user)
      }
    },
  ),

  adapterCase(
    'security',
    'stores what is known of a passkey, and only for its user',
    'a user changes the passkey of another one.',
    FOR_PASSKEYS,
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      deepEqual(await adapter.listPasskeyDetails(ann.id), [])
      const credentialID = btoa(unique())
      const key = { credentialID, userId: ann.id }
      await adapter.updatePasskeyDetails({ ...key, name: 'Key', createdAt: DATE })
      await adapter.updatePasskeyDetails({ ...key, lastUsedAt: LATER })
      await adapter.updatePasskeyDetails({ ...key, userId: bea.id, name: 'stolen' })
      await adapter.updatePasskeyDetails({ ...key, credentialID: btoa(unique()), createdAt: LATER })
      const [details, unnamed] = await adapter.listPasskeyDetails(ann.id)
      const known = { ...key, name: 'Key', aaguid: null, createdAt: DATE, lastUsedAt: LATER }
      isRecord(details, known)
      hasFields(unnamed, { name: null, createdAt: LATER, lastUsedAt: null })
      deepEqual(await adapter.listPasskeyDetails(bea.id), [])
    },
  ),

  adapterCase(
    'security',
    'deletes a passkey with its account and details, and only for its user',
    'a user removes the passkey of another one, or a removed passkey signs in.',
    [
      ...FOR_PASSKEYS,
      'deleteAuthenticator',
      'createAuthenticator',
      'getAuthenticator',
      'linkAccount',
      'getUserByAccount',
    ],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const passkeys = [newAuthenticator(ann), newAuthenticator(ann)] as const
      for (const passkey of passkeys) {
        const { credentialID, providerAccountId } = passkey
        await adapter.createAuthenticator(passkey)
        await adapter.updatePasskeyDetails({ credentialID, userId: ann.id, name: 'Key' })
        await adapter.linkAccount({
          userId: ann.id,
          provider: 'passkey',
          providerAccountId,
          type: 'webauthn',
        })
      }
      const [{ credentialID, providerAccountId }, other] = passkeys
      const account = withOwner(ann, { ...newAccount(), providerAccountId })
      await adapter.linkAccount(account)
      equal(await adapter.deleteAuthenticator({ credentialID, userId: bea.id }), false)
      isUser(await adapter.getUserByAccount({ provider: 'passkey', providerAccountId }), ann)
      equal(await adapter.deleteAuthenticator({ credentialID, userId: ann.id }), true)
      equal(await adapter.deleteAuthenticator({ credentialID, userId: ann.id }), false)
      await findsNothing(() => adapter.getAuthenticator(credentialID))
      await findsNothing(() => adapter.getUserByAccount({ provider: 'passkey', providerAccountId }))
      isUser(await adapter.getUserByAccount({ provider: account.provider, providerAccountId }), ann)
      const left = { provider: 'passkey', providerAccountId: other.providerAccountId }
      isUser(await adapter.getUserByAccount(left), ann)
      const details = await adapter.listPasskeyDetails(ann.id)
      deepEqual(
        details.map((each) => each.credentialID),
        [other.credentialID],
      )
    },
  ),

  adapterCase(
    'data',
    "returns a user's security events, the newest first",
    "a user does not see an attacker's sign-in.",
    FOR_EVENTS,
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const older = newSecurityEvent(ann, { ip: null, userAgent: null })
      const newer = newSecurityEvent(ann, { at: LATER, details: '{"ü":"\'\\"?"}' })
      for (const event of [newer, older, newSecurityEvent(bea), newSecurityEvent(null)])
        await adapter.createSecurityEvent(event)
      const found = await adapter.listSecurityEvents(ann.id, { limit: 10 })
      equal(found.length, 2)
      for (const [index, event] of [newer, older].entries()) isRecord(found[index], event)
      const [newest, ...others] = await adapter.listSecurityEvents(ann.id, { limit: 1 })
      equal(newest?.id, newer.id)
      deepEqual(others, [])
      const before = await adapter.listSecurityEvents(ann.id, { limit: 10, before: LATER })
      deepEqual(
        before.map(({ id }) => id),
        [older.id],
      )
    },
  ),

  adapterCase(
    'data',
    "deletes a deleted user's session list, passkey details and security events",
    "a deleted user's addresses and devices stay stored.",
    [
      ...FOR_SESSIONS,
      'updatePasskeyDetails',
      'listPasskeyDetails',
      'createSecurityEvent',
      'listSecurityEvents',
      'deleteUser',
    ],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      await adapter.createSessionDetails(newSessionDetails(user))
      await adapter.updatePasskeyDetails({ credentialID: btoa(unique()), userId: user.id, name: 'Key' })
      await adapter.createSecurityEvent(newSecurityEvent(user))
      await adapter.deleteUser(user.id)
      deepEqual(await adapter.listSessionDetails(user.id), [])
      deepEqual(await adapter.listPasskeyDetails(user.id), [])
      deepEqual(await adapter.listSecurityEvents(user.id, { limit: 10 }), [])
    },
  ),
]
