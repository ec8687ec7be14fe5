import { createAuth } from './auth.ts'
import type { AuthConfig, DefaultSession } from './contract.ts'

export type { Caller } from './arrive.ts'
export { type Auth as AuthInstance, createAuth, type Outcome, type SessionAnswer, type SignInCall } from './auth.ts'
export { createActionURL } from './config/action-url.ts'
export { setEnvDefaults } from './config/env-defaults.ts'
export type {
  Account,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  AuthAction,
  AuthConfig,
  Awaitable,
  Callbacks,
  ClientAuthMethod,
  Cookie,
  CookieAttributes,
  CookieOption,
  CookiesOptions,
  CredentialInput,
  CredentialsConfig,
  CredentialsRequest,
  DefaultJWT,
  DefaultSession,
  EmailConfig,
  Events,
  JWT,
  JWTCallbackParams,
  Limit,
  LimitsOptions,
  LoggerInstance,
  NewAccount,
  OAuth2Config,
  OAuthUserConfig,
  OIDCConfig,
  PagesOptions,
  Profile,
  Provider,
  ProviderEntry,
  ProviderType,
  PublicProvider,
  Session,
  SessionCallbackParams,
  SessionOptions,
  SignInCallbackParams,
  Store,
  Theme,
  TokenEndpointResponse,
  TokenSet,
  User,
  VerificationRequest,
  VerificationToken,
  WarningCode,
} from './contract.ts'
export { isAuthAction } from './routes.ts'
export { type MemoryStoreOptions, memoryStore } from './security/memory-store.ts'
export { customFetch, skipCSRFCheck } from './symbols.ts'

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
 */
export function Auth<S extends DefaultSession>(request: Request, config: AuthConfig<S>): Promise<Response> {
  return createAuth(config).handle(request)
}
