import type { Awaitable, ProviderType } from '../types/basics.ts'
import type { PasswordFormats, PasswordRules } from '../types/passwords.ts'
import type { CommonProvider, CredentialInput } from '../types/providers/common.ts'
import type { CredentialsConfig } from '../types/providers/credentials.ts'
import type { EmailConfig } from '../types/providers/email.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { PasswordOptions, PasswordResetOptions, SignUpOptions } from '../types/providers/password.ts'
import type { ResolvedWebAuthnProvider } from '../types/providers/webauthn.ts'
import type { customFetch } from '../types/symbols.ts'

/** A provider with all defaults filled in. */
export type ResolvedProvider =
  | ResolvedOAuthProvider
  | ResolvedCredentialsProvider
  | ResolvedEmailProvider
  | ResolvedWebAuthnProvider

/** Returns whether users sign in at a provider with OAuth 2.0 or OpenID Connect. */
export function isOAuthProvider<P extends { readonly type: ProviderType }>(
  provider: P | undefined,
): provider is Extract<P, { readonly type: 'oauth' | 'oidc' }> {
  return provider?.type === 'oauth' || provider?.type === 'oidc'
}

export interface ResolvedCredentialsProvider extends CommonProvider {
  readonly type: 'credentials'
  readonly credentials: Readonly<Record<string, CredentialInput>>
  readonly account: string | undefined
  readonly authorize: CredentialsConfig['authorize']
  /** Set if Latchkey compares the passwords. */
  readonly password?: ResolvedPassword | undefined
}

/** What `Password` does. */
export interface ResolvedPassword
  extends PasswordRules,
    PasswordFormats,
    Pick<PasswordOptions, 'username' | 'storage'> {
  /** Not set if no one can sign up. */
  readonly signUp: Required<SignUpOptions> | undefined
  /** Not set if passwords cannot be reset. */
  readonly reset: PasswordResetOptions | undefined
  readonly verifyAddress: boolean
}

/** A provider whose passwords Latchkey compares. */
export interface ResolvedPasswordProvider extends ResolvedCredentialsProvider {
  readonly password: ResolvedPassword
}

/** Returns whether Latchkey compares a provider's passwords, whose users are stored. */
export function isPasswordProvider(
  provider: ResolvedProvider | undefined,
): provider is ResolvedPasswordProvider {
  return provider?.type === 'credentials' && provider.password !== undefined
}

/** Returns the provider of a configuration whose passwords Latchkey compares. There is at most one. */
export function findPasswordProvider(
  providers: ReadonlyMap<string, ResolvedProvider>,
): ResolvedPasswordProvider | undefined {
  return [...providers.values()].find(isPasswordProvider)
}

/** Returns the provider of a configuration whose users sign in with passkeys: the first one. */
export function findPasskeyProvider(
  providers: ReadonlyMap<string, ResolvedProvider>,
): ResolvedWebAuthnProvider | undefined {
  return [...providers.values()].find((provider) => provider.type === 'webauthn')
}

/** The short code in a message. */
interface EmailCode {
  readonly digits: number
  /** Whether there is no link. */
  readonly isOnly: boolean
}

export interface ResolvedEmailProvider extends CommonProvider {
  readonly type: 'email'
  readonly from: string
  readonly server: string | object | undefined
  readonly apiKey: string | undefined
  /** In seconds. */
  readonly maxAge: number
  readonly secret: string | undefined
  readonly generateToken: () => Awaitable<string>
  /** The application generates the tokens, which may be short codes. */
  readonly hasOwnTokens: boolean
  readonly normalize: ((identifier: string) => string) | undefined
  /** Whether its addresses are telephone numbers, which are accounts. It then sends only codes. */
  readonly isPhone: boolean
  /** Set if a short code is sent. */
  readonly shortCode: EmailCode | undefined
  readonly [customFetch]?: typeof fetch
  readonly sendVerificationRequest: EmailConfig['sendVerificationRequest']
  /** Whether the option `mail` sends the e-mails instead. */
  readonly usesMail: boolean
}

/** Returns whether users verify an e-mail address with a provider's links or codes. */
export function isEmailProvider(provider: ResolvedProvider | undefined): provider is ResolvedEmailProvider {
  return provider?.type === 'email' && !provider.isPhone
}

/** Returns whether users verify a telephone number with a provider's codes. It is an account. */
export function isPhoneProvider(provider: ResolvedProvider | undefined): provider is ResolvedEmailProvider {
  return provider?.type === 'email' && provider.isPhone
}
