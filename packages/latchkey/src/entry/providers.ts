// Types of providers, for applications and their libraries. This module contains no code.
export type { MailServiceOptions } from '../mail/post.ts'
export type { ProviderType } from '../types/basics.ts'
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
} from '../types/providers/aliases.ts'
export type {
  AnyProfile,
  CommonProvider,
  CommonProviderOptions,
  CredentialInput,
  ProviderStyle,
} from '../types/providers/common.ts'
export type { CredentialsConfig } from '../types/providers/credentials.ts'
export type { EmailConfig, EmailUserConfig, VerificationRequest } from '../types/providers/email.ts'
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
} from '../types/providers/oauth.ts'
export type {
  Provider,
  ProviderConfig,
  ProviderId,
  ProviderOf,
  PublicProvider,
} from '../types/providers/provider.ts'
export type {
  AuthenticationResponseJSON,
  CredentialDescriptor,
  RegistrationResponseJSON,
  WebAuthnConfig,
  WebAuthnCredential,
} from '../types/providers/webauthn.ts'
