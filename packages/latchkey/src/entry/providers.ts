// Types of providers, for applications and their libraries. This module contains no code.
export type { MailServiceOptions } from '../mail/post.ts'
export type { ProviderType } from '../types/basics.ts'
export type {
  AnyProfile,
  CommonProvider,
  CommonProviderOptions,
  CredentialInput,
  ProviderStyle,
} from '../types/common-provider.ts'
export type { CredentialsConfig } from '../types/credentials.ts'
export type { EmailConfig, EmailUserConfig, VerificationRequest } from '../types/email.ts'
export type {
  AccountCallback,
  AuthorizationEndpoint,
  BackchannelLogoutOptions,
  ClientMetadata,
  EndSessionEndpoint,
  OAuth2Config,
  OAuthConfig,
  OAuthEndpointType,
  OAuthOptions,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProfileCallback,
  ProfileContext,
  RefreshOptions,
  ResolvedEndpoint,
  ResolvedOAuthProvider,
  RevocationEndpoint,
  RevocationRequest,
  TokenEndpoint,
  UserinfoEndpoint,
  UserinfoRequest,
} from '../types/oauth.ts'
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
} from '../types/provider-aliases.ts'
export type {
  Provider,
  ProviderConfig,
  ProviderId,
  ProviderOf,
  PublicProvider,
} from '../types/providers.ts'
export type {
  AuthenticationResponseJSON,
  CredentialDescriptor,
  RegistrationResponseJSON,
  WebAuthnConfig,
  WebAuthnCredential,
} from '../types/webauthn.ts'
