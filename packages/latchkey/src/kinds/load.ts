import type { Kind, ResolvedProvider } from '../contract.ts'

/** The kind of a provider, loaded when it is first used: who signs in with a password needs no OAuth. */
export async function loadKind({ type }: ResolvedProvider): Promise<Kind> {
  switch (type) {
    case 'oauth':
    case 'oidc':
      return (await import('./oauth.ts')).oauth
    case 'email':
      return (await import('./email.ts')).email
    case 'credentials':
      return (await import('./credentials.ts')).credentials
    case 'webauthn':
      return (await import('./webauthn.ts')).webauthn
  }
}
