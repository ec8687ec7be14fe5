import { loadOnce } from '../async/awaitable.ts'
import type { SignInMethod } from '../contract/context.ts'
import { isPasswordProvider, type ResolvedProvider } from '../contract/providers.ts'
import type { Awaitable, ProviderType } from '../types/basics.ts'

const oauth = loadOnce(async () => (await import('./oauth.ts')).oauth)

const METHODS: Readonly<Record<ProviderType, () => Awaitable<SignInMethod>>> = {
  oauth,
  oidc: oauth,
  email: loadOnce(async () => (await import('./email.ts')).email),
  credentials: loadOnce(async () => (await import('./credentials.ts')).credentials),
  webauthn: loadOnce(async () => (await import('./webauthn.ts')).webauthn),
}

const password = loadOnce(async () => (await import('./password.ts')).password)

/**
 * Loads a provider's sign-in method when it is first used: signing in with a password needs no
 * OAuth code.
 */
export function loadSignInMethod(provider: ResolvedProvider): Awaitable<SignInMethod> {
  return isPasswordProvider(provider) ? password() : METHODS[provider.type]()
}
