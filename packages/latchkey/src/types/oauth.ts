import type { Awaitable } from './basics.ts'
import type { AnyProfile, CommonProvider, ProviderStyle } from './common-provider.ts'
import type { customFetch } from './symbols.ts'
import type { TokenSet } from './token-set.ts'
import type { Profile, User } from './user.ts'

/** An endpoint, or the parameters that it needs beside the standard's own. */
export interface AuthorizationEndpoint {
  /** Whole, or a path at the `issuer`: `/oauth/authorize`. So may be that of every endpoint. */
  url?: string
  params?: Record<string, unknown>
}

export interface TokenEndpoint {
  url?: string
  params?: Record<string, unknown>
  /** Repairs an answer that does not conform to the standard. */
  conform?: (response: Response) => Awaitable<Response | undefined>
  /** Makes of the form that the standard wants the one that the vendor wants; what is `undefined` is left out. */
  form?: (standard: Readonly<Record<string, string>>) => Readonly<Record<string, string | undefined>>
  /** Parameters that come back beside the code and that the token request has to repeat. */
  repeats?: readonly string[]
  /** Key for `private_key_jwt`; the same as the provider's own `clientPrivateKey`. */
  clientPrivateKey?: ClientPrivateKey
  /** @deprecated never called; set `conform` */
  request?: (...args: never[]) => unknown
}

export interface UserinfoRequest<P> {
  tokens: TokenSet
  provider: ResolvedOAuthProvider<P>
  /** The provider's `fetch`, with the library's limits of time and size. */
  fetch: typeof fetch
}

export interface UserinfoEndpoint<P> {
  url?: string
  params?: Record<string, unknown>
  /** Replaces the standard request, for providers that have another. */
  request?: (context: UserinfoRequest<P>) => Awaitable<P>
}

/** What `profile` may need beside the tokens, for vendors that keep a part of the profile elsewhere. */
export interface ProfileContext {
  /** The provider's `fetch`, with the library's limits of time and size. */
  fetch: typeof fetch
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication */
export type ClientAuthMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'private_key_jwt'
  | 'none'

/** A private key, with the id under which the provider knows its other half, if it knows several. */
export type ClientPrivateKey = CryptoKey | { readonly key: CryptoKey; readonly kid?: string }

export interface ClientMetadata {
  /** One of {@link ClientAuthMethod}; the type takes any text, because that is how provider objects are written down. */
  token_endpoint_auth_method?: ClientAuthMethod | (string & {})
  id_token_signed_response_alg?: string
  userinfo_signed_response_alg?: string
}

interface OAuthOptions<P> {
  clientId?: string | undefined
  clientSecret?: string | undefined
  /** Expected issuer. What is not configured is discovered there. @see https://openid.net/specs/openid-connect-discovery-1_0.html */
  issuer?: string | undefined
  /** @deprecated not used: what is not configured is discovered at the `issuer` */
  wellKnown?: string | undefined
  authorization?: string | AuthorizationEndpoint
  token?: string | TokenEndpoint
  userinfo?: string | UserinfoEndpoint<P>
  /** Makes a user of what the provider tells. Must give the same `id` each time. */
  profile?: (profile: P, tokens: TokenSet, context: ProfileContext) => Awaitable<User>
  /** Does the provider say that it verified the e-mail address? Default: whether the claim `email_verified` is `true`. */
  isEmailVerified?: (profile: P) => boolean
  /** The tokens that a database keeps. Default: those that the standard names. */
  account?: (tokens: TokenSet) => Partial<TokenSet> | undefined | void
  /**
   * Links an account to the user who has its e-mail address, if the provider says that it verified the address and the user has proved it here.
   * Safe only with providers that can be trusted with that. Default: `false`.
   */
  allowDangerousEmailAccountLinking?: boolean | undefined
  /** Accepted for compatibility. `state`, PKCE and, for OpenID Connect, `nonce` are always used. */
  checks?: readonly ('pkce' | 'state' | 'nonce' | 'none')[]
  client?: ClientMetadata
  /** Key for `private_key_jwt`. */
  clientPrivateKey?: ClientPrivateKey | undefined
  /** Allows an issuer or endpoint without TLS on another host than this one. Tokens then travel in the clear. */
  dangerouslyAllowHttp?: boolean | undefined
  /** What this vendor cannot do: it refuses a code challenge, or leaves the nonce out of its ID tokens. Everything else is always used. */
  omits?: readonly ('pkce' | 'nonce')[]
  /** The vendor's own name for the parameter `client_id`. */
  clientIdParameter?: string
  /**
   * For a vendor whose tenants have an issuer each behind one discovery document: what an issuer looks like, with claims of the ID token in
   * braces: `https://login.microsoftonline.com/{tid}/v2.0`.
   */
  issuerTemplate?: string
  style?: ProviderStyle
  /** As in the configuration, for this provider alone; empty for none. Not used with `response_mode=form_post`. */
  redirectProxyUrl?: string | undefined
  /** OpenID Connect: `false` asks the userinfo endpoint instead of reading the ID token. The ID token is verified all the same. */
  idToken?: boolean
  [customFetch]?: typeof fetch
}

/** What an application may set on an OAuth provider: everything but its `type`. */
export interface OAuthUserConfig<P = Profile> extends Partial<CommonProvider>, OAuthOptions<P> {}

/** @see https://www.rfc-editor.org/rfc/rfc6749 */
export interface OAuth2Config<P = Profile> extends CommonProvider, OAuthOptions<P> {
  type: 'oauth'
  options?: OAuthUserConfig<P>
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html */
export interface OIDCConfig<P = Profile> extends CommonProvider, OAuthOptions<P> {
  type: 'oidc'
  options?: OAuthUserConfig<P>
}

export interface ResolvedOAuthProvider<P = AnyProfile> extends CommonProvider {
  readonly type: 'oauth' | 'oidc'
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly issuer: string | undefined
  readonly authorization: AuthorizationEndpoint
  readonly token: TokenEndpoint
  readonly userinfo: UserinfoEndpoint<P>
  readonly profile: ((profile: P, tokens: TokenSet, context: ProfileContext) => Awaitable<User>) | undefined
  readonly isEmailVerified: (profile: P) => boolean
  readonly account: ((tokens: TokenSet) => Partial<TokenSet> | undefined | void) | undefined
  readonly linksByEmail: boolean
  readonly client: ClientMetadata & { token_endpoint_auth_method?: ClientAuthMethod }
  readonly clientPrivateKey: ClientPrivateKey | undefined
  readonly allowsHttp: boolean
  readonly readsIdToken: boolean
  readonly usesPkce: boolean
  readonly usesNonce: boolean
  readonly clientIdParameter: string
  readonly issuerTemplate: string | undefined
  /** Without a slash at its end. */
  readonly redirectProxyUrl: string | undefined
  readonly style: ProviderStyle
  readonly fetch: typeof fetch | undefined
}
