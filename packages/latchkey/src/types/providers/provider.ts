import type { ProviderType } from '../basics.ts'
import type { User } from '../user.ts'
import type { AnyProfile } from './common.ts'
import type { CredentialsConfig } from './credentials.ts'
import type { EmailConfig } from './email.ts'
import type { OAuth2Config, OIDCConfig } from './oauth.ts'
import type { WebAuthnConfig } from './webauthn.ts'

/** A provider: one way to sign in. `P` is an OAuth provider's profile. */
export type ProviderConfig<P = AnyProfile> =
  | OAuth2Config<P>
  | OIDCConfig<P>
  | CredentialsConfig<AnyProfile>
  | EmailConfig
  | WebAuthnConfig

/** An entry of `providers`: a provider, or the factory that returns it. */
export type Provider<P = AnyProfile> = ProviderConfig<P> | ((options?: AnyProfile) => ProviderConfig<P>)

/**
 * An entry of `providers` from which `U` is inferred: the user that `authorize` returns. With
 * several credentials providers whose users differ, `U` is one of them, and the others are still
 * accepted.
 */
export type ProviderOf<U extends User> = Provider | CredentialsConfig<AnyProfile, U>

/** A provider as `GET /providers` describes it. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}

/** A provider's id, as in its callback URL. */
export type ProviderId = string
