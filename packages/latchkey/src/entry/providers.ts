// Types of providers, for applications and their libraries. This module contains no code.
export type { MailServiceOptions } from '../mail/link-provider.ts'
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
  IconPart,
  ProviderStyle,
} from '../types/providers/common.ts'
export type { CredentialsConfig } from '../types/providers/credentials.ts'
export type { EmailConfig, EmailUserConfig, VerificationRequest } from '../types/providers/email.ts'
export type {
  AccountCallback,
  OAuth2Config,
  OAuthConfig,
  OAuthEndpointType,
  OAuthOptions,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProfileCallback,
  ProfileContext,
  ResolvedEndpoint,
  ResolvedOAuthProvider,
  UserinfoEndpoint,
  UserinfoRequest,
} from '../types/providers/oauth.ts'
export type {
  AuthorizationEndpoint,
  BackchannelLogoutOptions,
  ClientMetadata,
  EndSessionEndpoint,
  RefreshOptions,
  RevocationEndpoint,
  RevocationRequest,
  TokenEndpoint,
} from '../types/providers/oauth-endpoints.ts'
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
