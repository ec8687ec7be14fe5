import type { Awaitable } from '../basics.ts'
import type { customFetch } from '../symbols.ts'
import type { TokenSet } from '../token-set.ts'
import type { Profile, User } from '../user.ts'
import type { AnyProfile, CommonProvider, ProviderStyle } from './common.ts'
import type {
  AuthorizationEndpoint,
  BackchannelLogoutOptions,
  ClientAuthMethod,
  ClientMetadata,
  ClientPrivateKey,
  EndSessionEndpoint,
  RefreshOptions,
  RevocationEndpoint,
  TokenEndpoint,
} from './oauth-endpoints.ts'

/** Parameters of a custom userinfo request. */
export interface UserinfoRequest<P> {
  tokens: TokenSet
  provider: ResolvedOAuthProvider<P>
  /** The provider's `fetch`, with Latchkey's time and size limits. */
  fetch: typeof fetch
}

/** A provider's userinfo endpoint. */
export interface UserinfoEndpoint<P> {
  /** A URL, or a path that is appended to the `issuer`. */
  url?: string | URL
  /** Parameters in addition to the standard ones. */
  params?: Record<string, unknown>
  /** Fetches the profile instead of the standard request. */
  request?: (context: UserinfoRequest<P>) => Awaitable<P>
}

/** The third parameter of `profile`, for providers that return a part of the profile elsewhere. */
export interface ProfileContext {
  /** The provider's `fetch`, with Latchkey's time and size limits. */
  fetch: typeof fetch
}

/** Options of OAuth and OpenID Connect providers. `P` is the profile's type. */
export interface OAuthOptions<P> {
  clientId?: string | undefined
  clientSecret?: string | undefined
  /**
   * The expected issuer. Endpoints that you do not set are discovered there.
   *
   * @see https://openid.net/specs/openid-connect-discovery-1_0.html
   */
  issuer?: string | undefined
  /**
   * Where the provider's metadata is read, if this server knows the provider by another name than
   * browsers do: `http://keycloak:8080/realms/main`. Its issuer must be `issuer`. This server then
   * also uses that name for the endpoints that it calls itself, and for the keys. Default: the
   * `issuer`.
   */
  discovery?: string | undefined
  /** @deprecated Not used. Endpoints that you do not set are discovered at the `issuer`. */
  wellKnown?: string | undefined
  /** The authorization endpoint: its URL, or its URL and parameters. */
  authorization?: string | URL | AuthorizationEndpoint
  /** The token endpoint. */
  token?: string | URL | TokenEndpoint
  /** The userinfo endpoint. */
  userinfo?: string | URL | UserinfoEndpoint<P>
  /**
   * Returns the user for a profile. The `id` must be the same at every sign-in. `context` is
   * missing only if your application's code calls the function itself.
   */
  profile?(profile: P, tokens: TokenSet, context?: ProfileContext): Awaitable<User>
  /**
   * Returns whether the provider verified the e-mail address, or `undefined` if it does not say.
   * Users whose address is verified get `emailVerified`. Default: the claim `email_verified`.
   */
  isEmailVerified?: (profile: P) => boolean | undefined
  /**
   * Returns the tokens to store in the database. Default: `access_token`, `id_token`,
   * `refresh_token`, `expires_at`, `scope`, `token_type` and `session_state`.
   */
  account?: (tokens: TokenSet) => Partial<TokenSet> | undefined | void
  /**
   * How an access token is refreshed. `false` if the provider issues no refresh tokens. Default: a
   * standard request to the token endpoint.
   */
  refresh?: RefreshOptions | false
  /**
   * How long an access token is valid, in seconds, if the provider's token responses have no
   * `expires_in`. Default: as long as the user's previous one.
   */
  accessTokenLifetime?: number | undefined
  /** Where tokens are revoked. `false` if nowhere. Default: the discovered endpoint. */
  revocation?: string | URL | RevocationEndpoint | false
  /** Where the user signs out of the provider; `false` for nowhere. Default: the discovered one. */
  endSession?: string | URL | EndSessionEndpoint | false
  /**
   * Signing out of the application also signs out at the provider. Register
   * `<origin><basePath>/signout/<provider id>` there as a post-logout redirect URI. `signOut({
   * provider: false })` ends only the application's session. Default: `false`.
   */
  logout?: boolean | undefined
  /**
   * Accepts the provider's logout tokens at `<basePath>/backchannel-logout/<provider id>`. Only for
   * OpenID Connect, and with several processes only with a shared `store`. Default: `false`.
   *
   * @see https://openid.net/specs/openid-connect-backchannel-1_0.html
   */
  backchannelLogout?: boolean | BackchannelLogoutOptions | undefined
  /**
   * Links an account to the user with the same e-mail address, if both the provider and this
   * application have verified the address. Use it only with a provider that you trust to verify
   * addresses. Default: `false`.
   */
  allowDangerousEmailAccountLinking?: boolean | undefined
  /**
   * Accepted for compatibility. `state`, PKCE and, for OpenID Connect, `nonce` are always used,
   * except those in `omits`.
   */
  checks?: readonly ('pkce' | 'state' | 'nonce' | 'none')[]
  client?: ClientMetadata
  /** Key for `private_key_jwt`. */
  clientPrivateKey?: ClientPrivateKey | undefined
  /**
   * Allows an issuer or endpoint without TLS on another host. Tokens are then sent unencrypted.
   * Default: `false`.
   */
  dangerouslyAllowHttp?: boolean | undefined
  /**
   * The checks that the provider does not support: it rejects a code challenge (`pkce`), or does
   * not return the nonce in its ID tokens (`nonce`), in which the claim is then not compared.
   */
  omits?: readonly ('pkce' | 'nonce')[]
  /** The provider's own name for the parameter `client_id`. */
  clientIdParameter?: string
  /**
   * The pattern of the issuers, for a provider whose tenants share one discovery document but have
   * an issuer each. Claims of the ID token are in braces:
   * `https://login.microsoftonline.com/{tid}/v2.0`.
   */
  issuerTemplate?: string
  /** How the button looks on the sign-in page. */
  style?: ProviderStyle
  /**
   * Like the configuration's `redirectProxyUrl`, for this provider only. An empty string disables
   * the proxy. Not used with `response_mode=form_post`.
   */
  redirectProxyUrl?: string | undefined
  /**
   * For OpenID Connect: `false` requests the profile from the userinfo endpoint. The ID token is
   * still verified. Default: `true`, the profile is read from the ID token.
   */
  idToken?: boolean
  /** Replaces `fetch` for the requests to this provider. */
  [customFetch]?: typeof fetch
}

/** An OAuth provider's options: everything except its `type`. */
export interface OAuthUserConfig<P = Profile> extends Partial<CommonProvider>, OAuthOptions<P> {}

/**
 * An OAuth 2.0 provider.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749
 */
export interface OAuth2Config<P = Profile> extends CommonProvider, OAuthOptions<P> {
  type: 'oauth'
  options?: OAuthUserConfig<P>
}

/**
 * An OpenID Connect provider.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html
 */
export interface OIDCConfig<P = Profile> extends CommonProvider, OAuthOptions<P> {
  type: 'oidc'
  options?: OAuthUserConfig<P>
}

/** An OAuth 2.0 or OpenID Connect provider. */
export type OAuthConfig<P = Profile> = OIDCConfig<P> | OAuth2Config<P>

/** An OpenID Connect provider's options: everything except its `type`. */
export type OIDCUserConfig<P = Profile> = OAuthUserConfig<P>

/** An OAuth provider's `profile` function. */
export type ProfileCallback<P = Profile> = NonNullable<OAuthConfig<P>['profile']>

/** An OAuth provider's `account` function. */
export type AccountCallback = NonNullable<OAuthConfig['account']>

/** The OAuth provider options that are endpoints. */
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/** A {@link ResolvedOAuthProvider} endpoint, whose URL is complete. `E` is its options. */
export type ResolvedEndpoint<E> = E & { url?: string }

/** An OAuth or OpenID Connect provider with all defaults filled in. */
export interface ResolvedOAuthProvider<P = AnyProfile> extends CommonProvider {
  readonly type: 'oauth' | 'oidc'
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly issuer: string | undefined
  readonly discovery: string | undefined
  readonly authorization: ResolvedEndpoint<AuthorizationEndpoint>
  readonly token: ResolvedEndpoint<TokenEndpoint>
  readonly userinfo: ResolvedEndpoint<UserinfoEndpoint<P>>
  /** Returns the user for a profile. */
  readonly profile: ((profile: P, tokens: TokenSet, context: ProfileContext) => Awaitable<User>) | undefined
  /** Returns whether the provider verified the e-mail address. */
  readonly isEmailVerified: (profile: P) => boolean | undefined
  /** Returns the tokens to store. */
  readonly account: ((tokens: TokenSet) => Partial<TokenSet> | undefined | void) | undefined
  /** Seconds, for token responses without `expires_in`. */
  readonly accessTokenLifetime: number | undefined
  /** `undefined` if the provider issues no refresh tokens. */
  readonly refresh: ResolvedEndpoint<RefreshOptions> | undefined
  /** `undefined` if tokens cannot be revoked. */
  readonly revocation: ResolvedEndpoint<RevocationEndpoint> | undefined
  /** `undefined` if the user cannot be signed out at the provider. */
  readonly endSession: ResolvedEndpoint<EndSessionEndpoint> | undefined
  readonly logout: boolean
  /** `undefined` if logout tokens are not accepted. */
  readonly backchannelLogout: BackchannelLogoutOptions | undefined
  readonly linksByEmail: boolean
  readonly client: ClientMetadata & { token_endpoint_auth_method?: ClientAuthMethod }
  readonly clientPrivateKey: ClientPrivateKey | undefined
  readonly allowsHttp: boolean
  readonly readsIdToken: boolean
  readonly usesPkce: boolean
  readonly usesNonce: boolean
  readonly clientIdParameter: string
  readonly issuerTemplate: string | undefined
  /** Without a trailing slash. */
  readonly redirectProxyUrl: string | undefined
  readonly style: ProviderStyle
  /** Sends the requests to the provider. */
  readonly fetch: typeof fetch | undefined
}
