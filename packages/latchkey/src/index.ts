import { createAuth } from './auth.ts'
import type { AuthConfig, DefaultSession } from './contract.ts'
import { handleRaw, type RawAnswer } from './raw.ts'
import { raw } from './symbols.ts'

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
  ClientPrivateKey,
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
  PartialTexts,
  Profile,
  Provider,
  ProviderEntry,
  ProviderType,
  PublicProvider,
  Reader,
  Session,
  SessionCallbackParams,
  SessionOptions,
  SignInCallbackParams,
  Store,
  Texts,
  Theme,
  TokenEndpointResponse,
  TokenSet,
  User,
  VerificationRequest,
  VerificationToken,
  WarningCode,
} from './contract.ts'
export type { RawAnswer, RawResponse } from './raw.ts'
export { isAuthAction } from './routes.ts'
export { type MemoryStoreOptions, memoryStore } from './security/memory-store.ts'
export { customFetch, raw, skipCSRFCheck } from './symbols.ts'

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
export function Auth<S extends DefaultSession>(request: Request, config: AuthConfig<S> & { raw: typeof raw }): Promise<RawAnswer>
export function Auth<S extends DefaultSession>(request: Request, config: AuthConfig<S>): Promise<Response>
export function Auth<S extends DefaultSession>(request: Request, config: AuthConfig<S>): Promise<RawAnswer> {
  const auth = createAuth(config)
  return config.raw === raw ? handleRaw(auth.config, request) : auth.handle(request)
}
