import { loadOnce } from '../async/load-once.ts'
import type { SignInMethod } from '../contract/context.ts'
import type { ResolvedProvider } from '../contract/providers.ts'
import type { Awaitable, ProviderType } from '../types/basics.ts'

const oauth = loadOnce(async () => (await import('./oauth.ts')).oauth)

const METHODS: Readonly<Record<ProviderType, () => Awaitable<SignInMethod>>> = {
  oauth,
  oidc: oauth,
  email: loadOnce(async () => (await import('./email.ts')).email),
  credentials: loadOnce(async () => (await import('./credentials.ts')).credentials),
  webauthn: loadOnce(async () => (await import('./webauthn.ts')).webauthn),
}

/** The kind of a provider, loaded when it is first used: who signs in with a password needs no OAuth. */
export function loadSignInMethod({ type }: ResolvedProvider): Awaitable<SignInMethod> {
  return METHODS[type]()
}
