// The public entry point `latchkey/errors`. Inside, import from the files, so that a session check
// loads only the errors that it throws.
export {
  AuthError,
  type AuthErrorOptions,
  type ErrorPageParam,
  type ErrorPlace,
  type ErrorType,
  isClientError,
  type SignInPageErrorParam,
} from '../errors/auth-error.ts'
export {
  CallbackRouteError,
  EventError,
} from '../errors/callbacks.ts'
export {
  DuplicateConditionalUI,
  ErrorPageLoop,
  ExperimentalFeatureNotEnabled,
  InvalidCallbackUrl,
  InvalidEndpoints,
  InvalidOption,
  InvalidProvider,
  MissingAdapter,
  MissingAdapterMethods,
  MissingAuthorize,
  MissingSecret,
  MissingSecretError,
  MissingWebAuthnAutocomplete,
  UnsupportedStrategy,
  UntrustedHost,
} from '../errors/configuration.ts'
export {
  CredentialsSignin,
  SignInError,
} from '../errors/credentials.ts'
export {
  PasswordExists,
  type PasswordReason,
  PasswordRejected,
  UnreadablePassword,
} from '../errors/passwords.ts'
export { PhoneSignInError } from '../errors/phone.ts'
export {
  InvalidLogoutToken,
  LastSignInMethod,
  ProviderSignOutError,
  ProviderUnavailable,
  RefreshRejected,
  ScopesMissing,
  SignOutError,
  TokensExpired,
} from '../errors/provider.ts'
export {
  BadRequest,
  MethodNotAllowed,
  PayloadTooLarge,
  UnknownAction,
  UnknownProvider,
  UnsupportedMediaType,
} from '../errors/request.ts'
export {
  SecondFactorFailed,
  SignInExpired,
  SignInIncomplete,
  StepUpRequired,
} from '../errors/second-factor.ts'
export {
  AdapterError,
  ServiceUnavailable,
  StoreError,
} from '../errors/services.ts'
export {
  JWTSessionError,
  SessionError,
  SessionTokenError,
} from '../errors/session.ts'
export {
  AccessDenied,
  AccountNotLinked,
  EmailSignInError,
  InvalidCheck,
  MissingCookie,
  MissingCSRF,
  MissingScript,
  OAuthAccountNotLinked,
  OAuthCallbackError,
  OAuthProfileParseError,
  OAuthSignInError,
  TooManyRequests,
  Verification,
  WebAuthnVerificationError,
} from '../errors/sign-in.ts'
export { AccountExists } from '../errors/sign-up.ts'
