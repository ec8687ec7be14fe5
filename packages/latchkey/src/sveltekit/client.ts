import { requestPasskey } from '../client/passkey.ts'
import { createSignIn } from '../client/sign-in.ts'
import type { ClientOptions, GetSessionParams, SignIn, SignOut } from '../client/types.ts'
import { defaults, pageClient } from '../svelte/page-client.ts'
import type { PublicProvider } from '../types/providers.ts'
import type { Session } from '../types/session.ts'
import { kitPath } from './kit-path.ts'

export type {
  ClientOptions,
  GetSessionParams,
  SignIn,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOut,
  SignOutParams,
  SignOutResponse,
} from '../client/types.ts'

defaults.basePath = kitPath('/auth')

const signInWithPasskey: SignIn = createSignIn(pageClient, requestPasskey)

/**
 * Signs in, and goes to where the server says; with `redirect: false` stays on the page and tells what came of it. With a passkey's provider
 * it asks the browser for one, or with `action: 'register'` has it make one.
 *
 * @example
 * ```ts
 * import { signIn } from 'latchkey/sveltekit/client'
 *
 * await signIn('github', { redirectTo: '/account' })
 * const { ok } = await signIn('credentials', { email: 'ada@example.com', password: 'correct horse', redirect: false })
 * await signIn('passkey', { action: 'register' })
 * ```
 * @throws {DOMException} when the person or the browser breaks a passkey off: `NotAllowedError`
 */
export const signIn = (async (...args: Parameters<SignIn>) => {
  const sign = (await isPasskey(args[0])) ? signInWithPasskey : pageClient.signIn
  return sign(...args)
}) as SignIn

/** Ends the session, and goes to where the server says; with `redirect: false` stays on the page. */
export const signOut: SignOut = pageClient.signOut

/** The session; `null` when nobody is signed in, or when it could not be read. */
export const getSession: (params?: GetSessionParams) => Promise<Session | null> = pageClient.getSession

/** What the server offers, by id; `null` when it could not be asked. */
export const getProviders: () => Promise<Record<string, PublicProvider> | null> = pageClient.getProviders

/** Changes where the server is, for instance `configure({ basePath: '/doors' })`, from the next request on. */
export const configure: (options: ClientOptions) => void = pageClient.configure

async function isPasskey(id: string | undefined): Promise<boolean> {
  if (id === undefined) return false
  // A list that cannot be had is told of by `signIn`, which asks for it, too.
  const providers = await pageClient.connection.knownProviders().catch(() => undefined)
  return providers?.[id]?.type === 'webauthn'
}
