import type { Awaitable, ProviderType } from '../types/basics.ts'
import type { CommonProvider, CredentialInput } from '../types/providers/common.ts'
import type { CredentialsConfig } from '../types/providers/credentials.ts'
import type { EmailConfig } from '../types/providers/email.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
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
  readonly [customFetch]?: typeof fetch
  readonly sendVerificationRequest: EmailConfig['sendVerificationRequest']
  /** Whether the option `mail` sends the e-mails instead. */
  readonly usesMail: boolean
}
