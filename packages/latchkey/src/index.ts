import { loadOnce } from './async/load-once.ts'
import type { AuthConfig, DefaultSession, JWT, Session } from './contract.ts'
import { createAuth } from './integration/create-auth.ts'
import type { RawResult } from './request/raw.ts'
import { raw } from './symbols.ts'

// From these modules, so that a program which imports `latchkey`, or an integration, can augment them.
export type {
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  NewAccount,
  VerificationToken,
} from './adapters.ts'
export { createActionURL } from './config/action-url.ts'
export { setEnvDefaults } from './config/env-defaults.ts'
export type {
  AuthAction,
  AuthConfig,
  Authenticator,
  Awaitable,
  Callbacks,
  ClientAuthMethod,
  ClientPrivateKey,
  Cookie,
  CookieAttributes,
  CookieOption,
  CookiesOptions,
  CredentialInput,
  CredentialsConfig,
  CredentialsRequest,
  EmailConfig,
  Events,
  JWTCallbackParams,
  Limit,
  LimitsOptions,
  LocaleContext,
  LoggerInstance,
  OAuth2Config,
  OAuthUserConfig,
  OIDCConfig,
  PagesOptions,
  PartialTexts,
  Provider,
  ProviderEntry,
  ProviderType,
  PublicProvider,
  RelyingParty,
  SessionCallbackParams,
  SessionOptions,
  SignInCallbackParams,
  SimpleWebAuthn,
  Store,
  Texts,
  Theme,
  TokenEndpointResponse,
  TokenSet,
  VerificationRequest,
  WarningCode,
  WebAuthnConfig,
  WebAuthnContext,
  WebAuthnRequest,
  WebAuthnUserInfo,
} from './contract.ts'
export {
  type Auth as AuthInstance,
  createAuth,
  type Outcome,
  type SessionResult,
  type SignInCall,
} from './integration/create-auth.ts'
export type {
  DefaultJWT,
  JWT,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from './jwt.ts'
export { isAuthAction } from './request/action-names.ts'
export type { RawResponse, RawResult } from './request/raw.ts'
export type { Caller } from './request/read-request.ts'
export { type MemoryStoreOptions, memoryStore } from './security/memory-store.ts'
export { customFetch, raw, skipCSRFCheck } from './symbols.ts'
export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from './types.ts'

/**
 * Answers a request to one of the library's doors. For servers without an integration of their own.
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
 * With `raw` in the configuration: the outcome as plain data. @throws {AuthError} only then
 */
export function Auth<S extends DefaultSession = Session, T extends JWT = JWT>(
  request: Request,
  config: AuthConfig<S, T> & { raw: typeof raw },
): Promise<RawResult>
export function Auth<S extends DefaultSession = Session, T extends JWT = JWT>(
  request: Request,
  config: AuthConfig<S, T>,
): Promise<Response>
export async function Auth<S extends DefaultSession, T extends JWT>(
  request: Request,
  config: AuthConfig<S, T>,
): Promise<RawResult> {
  const auth = createAuth(config)
  return config.raw === raw ? (await rawOutcome()).handleRaw(auth.config, request) : auth.handle(request)
}

/** Few applications ask for it. */
const rawOutcome = loadOnce(() => import('./request/raw.ts'))
