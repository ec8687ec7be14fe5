import type { Awaitable } from '../basics.ts'

/** A provider's authorization endpoint. */
export interface AuthorizationEndpoint {
  /** A URL, or a path that is appended to the `issuer`: `/oauth/authorize`. */
  url?: string | URL
  /** Parameters in addition to the standard ones. */
  params?: Record<string, unknown>
}

/** A provider's token endpoint. */
export interface TokenEndpoint {
  /** A URL, or a path that is appended to the `issuer`. */
  url?: string | URL
  /** Parameters in addition to the standard ones. */
  params?: Record<string, unknown>
  /** Converts a token response that does not follow the standard. */
  conform?: (response: Response) => Awaitable<Response | undefined>
  /**
   * Replaces the token request's form. Receives the standard form; fields that are `undefined` are
   * omitted.
   */
  form?: (standard: Readonly<Record<string, string>>) => Readonly<Record<string, string | undefined>>
  /** Parameters of the authorization response to repeat in the token request. */
  repeats?: readonly string[]
  /** Key for `private_key_jwt`; the same as the provider's `clientPrivateKey`. */
  clientPrivateKey?: ClientPrivateKey
  /** @deprecated Never called. Set `conform`. */
  request?: (...args: never[]) => unknown
}

/**
 * How an access token is refreshed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 */
export interface RefreshOptions {
  /**
   * Replaces the refresh request's form, after the token endpoint's `form`. Receives the standard
   * form; fields that are `undefined` are omitted.
   */
  form?: (standard: Readonly<Record<string, string>>) => Readonly<Record<string, string | undefined>>
  /** A URL for refreshing that differs from the token endpoint, or a path after the `issuer`. */
  url?: string | URL
}

/** A token that a provider is to revoke. */
export interface RevocationRequest {
  token: string
  type: 'access_token' | 'refresh_token'
  clientId: string
  clientSecret: string | undefined
  /** The provider's `fetch`, with Latchkey's time and size limits. */
  fetch: typeof fetch
}

/**
 * The endpoint that revokes tokens.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7009
 */
export interface RevocationEndpoint {
  /** A URL, or a path that is appended to the `issuer`. Default: the discovered one. */
  url?: string | URL
  /** The types of tokens that the provider revokes. Default: both. */
  types?: readonly RevocationRequest['type'][]
  /**
   * Revoking one token ends all of the application's access to the user's account, including other
   * sessions' access. Tokens are then revoked when an account is removed, but not at a sign-out.
   * Default: `false`.
   */
  endsGrant?: boolean
  /** Revokes a token instead of the standard request. */
  request?: (context: RevocationRequest) => Awaitable<Response>
}

/**
 * The endpoint at which the user signs out of the provider.
 *
 * @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html
 */
export interface EndSessionEndpoint {
  /** A URL, or a path that is appended to the `issuer`. Default: the discovered one. */
  url?: string | URL
  /**
   * Replaces the parameters. Receives the standard ones: `id_token_hint`, `client_id`,
   * `post_logout_redirect_uri` and `state`; those that are `undefined` are omitted.
   */
  params?: (standard: Readonly<Record<string, string>>) => Readonly<Record<string, string | undefined>>
}

/** How a provider's logout tokens are checked. */
export interface BackchannelLogoutOptions {
  /**
   * Accepts logout tokens whose header has no `typ`, or `JWT`, and those without `exp`, for
   * providers that follow a draft of the standard. Default: `false`.
   */
  allowsUntyped?: boolean
}

/**
 * How the client authenticates at the token endpoint.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
export type ClientAuthMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'private_key_jwt'
  | 'none'

/**
 * A private key. `kid` is the id of its public key, if several are registered with the provider.
 */
export type ClientPrivateKey = CryptoKey | { readonly key: CryptoKey; readonly kid?: string }

/**
 * An OAuth client's metadata.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7591#section-2
 */
export interface ClientMetadata {
  /**
   * One of {@link ClientAuthMethod}. Default: `client_secret_basic`. The type accepts any string,
   * because TypeScript infers `string` for a provider object without an annotation.
   */
  token_endpoint_auth_method?: ClientAuthMethod | (string & {})
  /** `HS256` if ID tokens are signed with the client secret. */
  id_token_signed_response_alg?: string
  userinfo_signed_response_alg?: string
}
