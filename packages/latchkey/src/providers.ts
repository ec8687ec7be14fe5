// Types of providers, for applications and their libraries. This module contains no code.
export type { ProviderType } from './types/basics.ts'
export type { CommonProviderOptions, CredentialInput, ProviderStyle } from './types/common-provider.ts'
export type { CredentialsConfig } from './types/credentials.ts'
export type { EmailConfig, EmailUserConfig, VerificationRequest } from './types/email.ts'
export type {
  AccountCallback,
  AuthorizationEndpoint,
  OAuth2Config,
  OAuthConfig,
  OAuthEndpointType,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProfileCallback,
  TokenEndpoint,
  UserinfoEndpoint,
} from './types/oauth.ts'
export type {
  AppProvider,
  AppProviders,
  AuthorizationEndpointHandler,
  CredentialsProviderId,
  EmailProviderId,
  EmailProviderSendVerificationRequestParams,
  EmailProviderType,
  OAuthProviderButtonStyles,
  OAuthProviderId,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from './types/provider-aliases.ts'
export type {
  Provider,
  ProviderConfig,
  ProviderId,
  PublicProvider,
} from './types/providers.ts'
export type { WebAuthnConfig } from './types/webauthn.ts'
