// Names that types of providers have in Auth.js.
import type { ProviderType } from '../basics.ts'
import type { AnyProfile, ProviderStyle } from './common.ts'
import type { VerificationRequest } from './email.ts'
import type { UserinfoEndpoint } from './oauth.ts'
import type { AuthorizationEndpoint, TokenEndpoint } from './oauth-endpoints.ts'
import type { Provider, ProviderId, PublicProvider } from './provider.ts'

/** @deprecated Use {@link ProviderId}. */
export type OAuthProviderId = ProviderId

/** @deprecated Use {@link ProviderId}. */
export type EmailProviderId = ProviderId

/** @deprecated Use {@link ProviderId}. */
export type CredentialsProviderId = ProviderId

/** @deprecated Use {@link ProviderType}. */
export type EmailProviderType = Extract<ProviderType, 'email'>

/** @deprecated Use {@link VerificationRequest}. */
export type EmailProviderSendVerificationRequestParams = VerificationRequest

/** @deprecated Use {@link AuthorizationEndpoint}. */
export type AuthorizationEndpointHandler = AuthorizationEndpoint

/** @deprecated Use {@link TokenEndpoint}. */
export type TokenEndpointHandler = TokenEndpoint

/** @deprecated Use {@link UserinfoEndpoint}. */
export type UserinfoEndpointHandler = UserinfoEndpoint<AnyProfile>

/** @deprecated Use {@link ProviderStyle}. */
export type OAuthProviderButtonStyles = ProviderStyle

/** @deprecated Use {@link PublicProvider}. */
export type AppProvider = PublicProvider

/** @deprecated Use `Provider[]`. */
export type AppProviders = Provider[]
