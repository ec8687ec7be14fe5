import { loadOnce } from '../async/awaitable.ts'
import { createAuth } from '../integration/create-auth.ts'

export type { ProtectedPlace } from '../integration/protect.ts'
export type { ProtectedForm, ProtectPageOptions } from '../integration/protect-options.ts'
export type { AddedFactor, EnrolledFactor, TotpEnrolment, UserSecondFactor } from '../types/second-factor.ts'

import type { RawResult } from '../request/raw.ts'
import type { ReadonlyAuthConfig } from '../types/config.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import { raw } from '../types/symbols.ts'
import type { User } from '../types/user.ts'

export { createActionURL } from '../config/action-url.ts'
export { setEnvDefaults } from '../config/env-defaults.ts'
export type { Preset } from '../config/resolve.ts'
export { writeCookies } from '../http/cookies/write-cookies.ts'
export {
  type Auth as AuthInstance,
  type AuthPasswords,
  type AuthUsers,
  createAuth,
  type Outcome,
  type ProtectResult,
  type SessionResult,
  type SignInCall,
} from '../integration/create-auth.ts'
export { isAuthAction } from '../request/action-names.ts'
export type { RawResponse, RawResult } from '../request/raw.ts'
export type { Caller } from '../request/read-request.ts'
export type { FormTarget } from '../step-up/interrupted-form.ts'
export { type MemoryStoreOptions, memoryStore } from '../stores/memory.ts'
export type { AccountExport, ExportedPasskey, ExportedRow, ExportedSession } from '../types/account-export.ts'
export type {
  AccountOverview,
  AccountSection,
  AccountSections,
  ConnectableProvider,
} from '../types/account-pages.ts'
export type { Authenticator } from '../types/adapter.ts'
export type { AuthAction } from '../types/auth-action.ts'
export type { Awaitable, ProviderType } from '../types/basics.ts'
export type {
  CallbackSession,
  Callbacks,
  Events,
  JWTCallbackParams,
  SessionCallbackParams,
  SignInCallbackParams,
  SignOutMessage,
} from '../types/callbacks.ts'
export type {
  AuthConfig,
  LoggerInstance,
  ReadonlyAuthConfig,
  SessionOptions,
  SignInOfSession,
  WarningCode,
} from '../types/config.ts'
export type { ConnectedAccount, ConnectedAccounts, UnlinkOptions } from '../types/connected-accounts.ts'
export type { Cookie, CookieAttributes, CookieOption, CookiesOptions } from '../types/cookies.ts'
export type {
  CurrentUser,
  DeleteUserOptions,
  ProviderTokens,
  SecurityEventsOptions,
  TokensOptions,
  UserSecurityEvents,
} from '../types/current-user.ts'
export type {
  ImportedPassword,
  ImportPasswordsOptions,
  ImportReport,
  RefusedRow,
} from '../types/import-passwords.ts'
export type { Limit, LimitsOptions } from '../types/limits.ts'
export type { PagesOptions, Theme } from '../types/pages.ts'
export type {
  PasswordOutcome,
  Passwords,
  ResetPasswordFields,
  ResetRequestFields,
  SignUpCodeFields,
  SignUpFields,
  SignUpLinkFields,
} from '../types/password-functions.ts'
export type { CredentialInput, CredentialsRequest } from '../types/providers/common.ts'
export type { CredentialsConfig } from '../types/providers/credentials.ts'
export type { EmailConfig, EmailUserConfig, VerificationRequest } from '../types/providers/email.ts'
export type {
  OAuth2Config,
  OAuthConfig,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
} from '../types/providers/oauth.ts'
export type { ClientAuthMethod, ClientPrivateKey } from '../types/providers/oauth-endpoints.ts'
export type { Provider, ProviderConfig, PublicProvider } from '../types/providers/provider.ts'
export type {
  RelyingParty,
  SimpleWebAuthn,
  WebAuthnConfig,
  WebAuthnContext,
  WebAuthnRequest,
  WebAuthnUserInfo,
} from '../types/providers/webauthn.ts'
export type { RegistrationCandidate } from '../types/registration.ts'
export type {
  SecurityEvent,
  SecurityEventFacts,
  SecurityEvents,
  SecurityEventType,
  SessionEnd,
} from '../types/security-events.ts'
export type { Store } from '../types/store.ts'
export { customFetch, dangerouslyAllowShortSecret, raw, skipCSRFCheck } from '../types/symbols.ts'
export type { LanguageLoader, LocaleContext, PartialTexts, Texts } from '../types/texts.ts'
export type { TimeoutsOptions } from '../types/timeouts.ts'
export type { TokenEndpointResponse, TokenSet } from '../types/token-set.ts'
export type { AddressSide, ConfirmedAddress, PendingAddressChange, UserEmail } from '../types/user-email.ts'
export type { RemovePasskeyOptions, UserPasskey, UserPasskeys } from '../types/user-passkeys.ts'
export type { PasswordStatus, UserPassword } from '../types/user-password.ts'
export type { SessionDevice, UserSession, UserSessions } from '../types/user-sessions.ts'
export type { StartedSession, StartSessionOptions, UserManagement, Users } from '../types/users.ts'
// Exported from these modules, so that programs that import `latchkey` or an integration can
// augment the types.
export type {
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  BaseAdapter,
  NewAccount,
  VerificationToken,
} from './adapters.ts'
export type {
  DefaultJWT,
  JWT,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from './jwt.ts'
export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from './types.ts'

/**
 * Handles a request to an endpoint of Latchkey. Use it on servers without a framework integration.
 *
 * With `raw` in the configuration, returns plain data,
 * `{ status, headers, body, redirect, cookies }`, and throws errors. It still returns a `Response`
 * if there is no result to return, for example if the configuration is invalid.
 *
 * @example
 * ```ts
 * import { Auth } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 *
 * const config = { providers: [GitHub] }
 *
 * export default { fetch: (request: Request) => Auth(request, config) }
 * ```
 * @throws {AuthError} only with `raw`
 */
export function Auth<S extends DefaultSession = Session, T extends JWT = JWT, U extends User = User>(
  request: Request,
  config: ReadonlyAuthConfig<S, T, U> & { raw: typeof raw },
): Promise<RawResult>
export function Auth<S extends DefaultSession = Session, T extends JWT = JWT, U extends User = User>(
  request: Request,
  config: ReadonlyAuthConfig<S, T, U>,
): Promise<Response>
export async function Auth<S extends DefaultSession, T extends JWT, U extends User>(
  request: Request,
  config: ReadonlyAuthConfig<S, T, U>,
): Promise<RawResult> {
  const auth = createAuth(config)
  return config.raw === raw ? (await rawModule()).handleRaw(auth.config, request) : auth.handle(request)
}

/** Loaded on demand, because few applications use it. */
const rawModule = loadOnce(() => import('../request/raw.ts'))
