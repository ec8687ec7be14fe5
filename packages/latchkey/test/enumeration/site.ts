import { createPasskey, type Passkey } from '@latchkey/test-support/kit/authenticator.ts'
import type { Site } from '@latchkey/test-support/kit/browser.ts'
import { Auth, type AuthConfig, createAuth, type EmailConfig, memoryStore } from 'latchkey'
import sqlite from 'latchkey/adapters/sqlite'
import { hashPassword, verifyPassword } from 'latchkey/password'
import Code from 'latchkey/providers/code'
import Credentials from 'latchkey/providers/credentials'
import PasskeyProvider from 'latchkey/providers/passkey'
import Password from 'latchkey/providers/password'
import WebAuthn from 'latchkey/providers/webauthn'
import { hashNew } from '../../src/passwords/hash.ts'

export const ORIGIN = 'https://app.test'
export const BASE = `${ORIGIN}/auth`

/** Whether the user of a request exists. */
export type Who = 'known' | 'unknown'

/** Two addresses of the same length. Only the first has a user, a password and a passkey. */
export const ADDRESSES: Readonly<Record<Who, string>> = {
  known: 'ann.known@users.example',
  unknown: 'bob.other@users.example',
}

/** Two addresses of the same length. Only the first has a user, who has no password. */
export const WITHOUT_PASSWORD: Readonly<Record<Who, string>> = {
  known: 'user1@users.example',
  unknown: 'usr0x@users.example',
}

/** Addresses that only codes are requested for, with and without a link: no other request counts. */
export const FOR_CODES: Readonly<Record<'both' | 'only', Readonly<Record<Who, string>>>> = {
  both: { known: 'user2@users.example', unknown: 'usr2x@users.example' },
  only: { known: 'user3@users.example', unknown: 'usr3x@users.example' },
}

/** Two telephone numbers of the same length. Only the first is an account. */
export const PHONES: Readonly<Record<Who, string>> = { known: '+4915123456789', unknown: '+4915123456780' }

/** The id of another user. */
export const OTHER_USER = 'eve'

/** How many other users the database has. */
const OTHER_USERS = 1_000

/** An application with a database, and what its users have. */
export interface EnumerationSite extends Site {
  readonly auth: ReturnType<typeof createAuth>
  /** A passkey of the user, and one that was never registered. */
  readonly passkeys: Readonly<Record<Who, Passkey>>
}

/** Creates the application, with a user whose address and passkey are known. */
export async function createSite(options: Partial<AuthConfig> = {}): Promise<EnumerationSite> {
  const adapter = sqlite(':memory:')
  const passwordHash = await hashPassword('the password of Ann')
  await addOthers(adapter)
  const user = await adapter.createUser({
    id: crypto.randomUUID(),
    email: ADDRESSES.known,
    emailVerified: new Date(),
  })
  const hash = await hashNew('the password of Ann')
  await adapter.setPassword({ userId: user.id, hash, changedAt: new Date(), mustChange: false })
  await adapter.linkAccount({
    userId: user.id,
    provider: 'code',
    providerAccountId: PHONES.known,
    type: 'email',
  })
  const password = Credentials({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    async authorize(fields) {
      const known = fields.email === ADDRESSES.known ? passwordHash : undefined
      return (await verifyPassword(fields.password, known)) ? user : null
    },
  })
  const config: AuthConfig = {
    secret: 'a secret that is long enough for every test here',
    baseUrl: BASE,
    mail: { name: 'none', from: 'app@app.test', send() {} },
    providers: [...messages(), password, ...others()],
    adapter,
    store: memoryStore(),
    logger: { error: () => {}, warn: () => {} },
    ...options,
  }
  const passkeys = { known: await createPasskey(ORIGIN), unknown: await createPasskey(ORIGIN) }
  await storePasskey(adapter, user.id, passkeys.known)
  return { origin: ORIGIN, fetch: (request) => Auth(request, config), auth: createAuth(config), passkeys }
}

/** Links, codes with links, and codes. */
function messages(): AuthConfig['providers'] {
  const email: EmailConfig = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest() {} }
  return [
    email,
    { ...email, id: 'both', code: true },
    { ...email, id: 'only', code: 'only' },
    Code({ send() {} }),
  ]
}

function others(): AuthConfig['providers'] {
  return [Password({ breached: false }), WebAuthn({ enableConditionalUI: false }), PasskeyProvider()]
}

async function addOthers(adapter: ReturnType<typeof sqlite>): Promise<void> {
  for (let index = 0; index < OTHER_USERS; index++)
    await adapter.createUser({
      id: crypto.randomUUID(),
      email: `user${index}@users.example`,
      emailVerified: null,
    })
  await adapter.createUser({ id: OTHER_USER, email: 'eve@users.example', emailVerified: new Date() })
}

async function storePasskey(
  adapter: ReturnType<typeof sqlite>,
  userId: string,
  passkey: Passkey,
): Promise<void> {
  const credentialID = Buffer.from(passkey.id, 'base64url').toString('base64')
  const providerAccountId = credentialID
  await adapter.linkAccount({ userId, provider: 'webauthn', providerAccountId, type: 'webauthn' })
  await adapter.createAuthenticator({
    userId,
    providerAccountId,
    credentialID,
    credentialPublicKey: await readPublicKey(passkey),
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: 'internal',
  })
}

/** Returns the COSE key in a registration response, in base64. */
async function readPublicKey(passkey: Passkey): Promise<string> {
  const options = { challenge: 'AAAA', rp: { id: new URL(ORIGIN).hostname } }
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: (await passkey.create(options)) as never,
    expectedChallenge: 'AAAA',
    expectedOrigin: ORIGIN,
    expectedRPID: options.rp.id,
  })
  return Buffer.from(registrationInfo?.credential.publicKey ?? []).toString('base64')
}
