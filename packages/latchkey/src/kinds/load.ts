import type { Awaitable, Kind, ProviderType, ResolvedProvider } from '../contract.ts'
import { loadOnce } from '../load-once.ts'

const oauth = loadOnce(async () => (await import('./oauth.ts')).oauth)

const KINDS: Readonly<Record<ProviderType, () => Awaitable<Kind>>> = {
  oauth,
  oidc: oauth,
  email: loadOnce(async () => (await import('./email.ts')).email),
  credentials: loadOnce(async () => (await import('./credentials.ts')).credentials),
  webauthn: loadOnce(async () => (await import('./webauthn.ts')).webauthn),
}

/** The kind of a provider, loaded when it is first used: who signs in with a password needs no OAuth. */
export function loadKind({ type }: ResolvedProvider): Awaitable<Kind> {
  return KINDS[type]()
}
