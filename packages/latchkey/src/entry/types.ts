// Types for applications and their libraries. This module contains no code.
export type { ErrorPageParam, SignInPageErrorParam } from '../errors/auth-error.ts'
export type { PartialOrUndefined } from '../integration/options.ts'
export type { RevocationCall } from '../integration/revoke-sessions.ts'
export type { AccountSection, AccountSections } from '../types/account-pages.ts'
export type { AccountStatus } from '../types/account-status.ts'
export type { AccountTexts } from '../types/account-texts.ts'
export type { Authenticator } from '../types/adapter.ts'
export type { AuthAction } from '../types/auth-action.ts'
export type { Awaitable, HeaderReader, ProviderType } from '../types/basics.ts'
export type { Callbacks, Events, SignOutOrigin, UserWith } from '../types/callbacks.ts'
export type {
  AccountOptions,
  AuthConfig,
  LoggerInstance,
  ProviderTokensOptions,
  ReadonlyAuthConfig,
  SessionOptions,
  SignInOfSession,
  WarningCode,
} from '../types/config.ts'
export type { CookieAttributes, CookieOption, CookieReader, CookiesOptions } from '../types/cookies.ts'
export type { MailDelivery, MailMessage, MailService, MailTransport } from '../types/mail.ts'
export type { NoticeType } from '../types/notices.ts'
export type { PagesOptions, Theme } from '../types/pages.ts'
export type { PasswordFormat, PasswordFormats, PasswordRules } from '../types/passwords.ts'
export type { PublicProvider } from '../types/providers/provider.ts'
export type { RegistrationCandidate } from '../types/registration.ts'
export type { SecondFactorOptions, SecondFactorParams } from '../types/second-factor.ts'
export type { DefaultSession, JWT, Session } from '../types/session.ts'
export type { CodeTexts, ErrorText, MailText, MailTexts } from '../types/texts.ts'
export type { TokenEndpointResponse, TokenSet } from '../types/token-set.ts'
export type { Account, CustomProfile, DefaultUser, Profile, User } from '../types/user.ts'
export type { LeaveForStepUp, WriteCookies } from '../user/current-user.ts'
