import type { ProviderType } from './basics.ts'
import type { AnyProfile } from './common-provider.ts'
import type { CredentialsConfig, ResolvedCredentialsProvider } from './credentials.ts'
import type { EmailConfig, ResolvedEmailProvider } from './email.ts'
import type { OAuth2Config, OIDCConfig, ResolvedOAuthProvider } from './oauth.ts'
import type { ResolvedWebAuthnProvider, WebAuthnConfig } from './webauthn.ts'

/** A way to sign in, as data. */
export type Provider =
  | OAuth2Config<AnyProfile>
  | OIDCConfig<AnyProfile>
  | CredentialsConfig<AnyProfile>
  | EmailConfig
  | WebAuthnConfig

/** An entry of `providers`: an object, or the factory itself. */
export type ProviderEntry = Provider | ((options?: AnyProfile) => Provider)

/** The doors of the library: what stands after the base path of its URLs. */
export type AuthAction =
  | 'callback'
  | 'csrf'
  | 'error'
  | 'providers'
  | 'session'
  | 'signin'
  | 'signout'
  | 'verify-request'
  | 'webauthn-options'

/** A provider as `GET /providers` tells of it. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}

export type ResolvedProvider =
  | ResolvedOAuthProvider
  | ResolvedCredentialsProvider
  | ResolvedEmailProvider
  | ResolvedWebAuthnProvider
