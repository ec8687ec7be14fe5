import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { createPasskey, type Passkey } from '@latchkey/test-support/kit/authenticator.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { register } from '@latchkey/test-support/kit/passkeys.ts'
import type { Adapter, AuthConfig } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import WebAuthn from 'latchkey/providers/webauthn'
import { createProcess, createShared, type Shared, signIn, type TestSite } from '../sessions/site.ts'

export { asUser, copyAt, read, type Shared, signIn, type TestSite } from '../sessions/site.ts'

const DATABASE = { strategy: 'database', hasDatabase: true } as const

/** The AAGUID of a well-known password manager. */
export const BITWARDEN = 'd548826e-79b4-db40-a3d8-11116f7e8349'

/** Returns the providers: passkeys, and passwords that only the application knows. */
function providersFor({ adapter }: Pick<Shared, 'adapter'>): AuthConfig['providers'] {
  return [
    // So that a passkey that does not verify its user is one factor.
    WebAuthn({
      authenticationOptions: { userVerification: 'preferred' },
      registrationOptions: { authenticatorSelection: { userVerification: 'preferred' } },
    }),
    Credentials({
      credentials: { name: {}, password: {} },
      authorize: async ({ name, password }) =>
        password === 'right' ? ((await adapter?.getUserByEmail?.(`${name}@example.com`)) ?? null) : null,
    }),
  ]
}

/** An application with the users Ann and Bob. */
export interface PasskeySite {
  readonly site: TestSite
  readonly shared: Shared
  readonly adapter: Adapter
}

/** Creates an application in one process. */
export async function createSite(config: Partial<AuthConfig> = {}): Promise<PasskeySite> {
  const shared = await createShared(DATABASE)
  return { ...startProcess(shared, config), shared }
}

/** Starts a further process of an application. */
export function startProcess(shared: Shared, config: Partial<AuthConfig> = {}): Omit<PasskeySite, 'shared'> {
  const site = createProcess(DATABASE, shared, { providers: providersFor(shared), ...config })
  return { site, adapter: shared.adapter as Adapter }
}

/** Signs Ann in, and adds passkeys. */
export async function withPasskeys(
  { site }: Pick<PasskeySite, 'site'>,
  count: number,
  name = 'ann',
): Promise<{ browser: Browser; passkeys: readonly Passkey[] }> {
  const browser = await signIn(site, name)
  const passkeys: Passkey[] = []
  for (let index = 0; index < count; index++)
    passkeys.push((await register(browser, undefined, await createPasskey(ORIGIN))).passkey)
  return { browser, passkeys }
}
