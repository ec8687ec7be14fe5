import type { Profile } from 'latchkey'

/** The documented responses of a provider, and the user that a sign-in with them results in. */
export interface Sample<P = Profile> {
  /** Where and when the data was compared with the provider's documentation, or why it was not. */
  readonly documentation:
    | { readonly checkedOn: `${number}-${number}-${number}`; readonly url: string }
    | { readonly unavailable: string }
  /** Options of the factory, besides the client ID and secret. */
  readonly options?: object
  /** Overrides fields of the discovery document. */
  readonly discovery?: Readonly<Record<string, unknown>>
  /** Parameters that the provider adds to the callback URL, besides `code` and `state`. */
  readonly callbackParameters?: Readonly<Record<string, string>>
  /** Overrides fields of the token response. `undefined` removes a field. */
  readonly tokens?: Readonly<Record<string, unknown>>
  /** Default: `application/json`. */
  readonly tokenContentType?: string
  /** The userinfo response, and with OpenID Connect the claims of the ID token. */
  readonly profile: P
  /** Requests that the provider itself makes, in `userinfo.request` and `profile`. */
  readonly requests?: readonly ExpectedRequest[]
  /** The user after sign-in. `id` is the `providerAccountId`. */
  readonly user: {
    readonly id: string
    readonly name?: string | null
    readonly email?: string | null
    readonly image?: string | null
  }
  /** Whether the provider reports the e-mail address as verified. Default: `false`. */
  readonly isEmailVerified?: boolean
  /** How tokens are refreshed and revoked, and how the user signs out of the provider. */
  readonly afterSignIn?: AfterSignIn
}

/**
 * What the provider documents about tokens and the sign-out, besides its data. Endpoints that are
 * discovered are in `discovery`.
 */
export interface AfterSignIn {
  /**
   * When the provider issues refresh tokens. The data has `refresh: false` with `never`, and with
   * `unsupported`: they cannot be used, for a reason that the docstring states as a limit.
   */
  readonly refreshTokens: 'always' | 'on request' | 'never' | 'unsupported' | 'not documented'
  /** What makes the provider issue a refresh token. */
  readonly requestedBy?: {
    /** Parameters of the authorization request. `scope` is the additional scope. */
    readonly params?: Readonly<Record<string, string>>
    /** A setting of the application: `the grant type **Refresh Token**`. */
    readonly setting?: string
  }
  /**
   * Whether each refresh returns a new refresh token in place of the old one: `setting` if the
   * application's settings decide, or when it does. `undefined` if that is not documented.
   */
  readonly rotates?: boolean | 'setting' | (string & {})
  /** Sentences: `Access token: 1 hour. Refresh token: 90 days.` */
  readonly lifetimes?: string
  /** Requests to refresh or revoke tokens that do not follow the standard. */
  readonly requests?: readonly ExpectedRequest[]
  /** Parameters of the sign-out that do not follow the standard. */
  readonly signOutParameters?: Readonly<Record<string, string>>
  /** The field in which the post-logout redirect URI is registered: `**Allowed Logout URLs**`. */
  readonly postLogoutField?: string
  /** Pages that document this. */
  readonly sources: readonly string[]
}

/** A request that the provider's server accepts, with its response. */
export interface ExpectedRequest {
  /** Default: `GET`. */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** The whole URL, with its query. */
  readonly url: string
  /** Required headers, with lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  /** Required body. */
  readonly body?: string
  /** Body of the response: JSON, or for a `Uint8Array` an image, or for a string a JWT. */
  readonly response: unknown
  /** Default: 200. */
  readonly status?: number
}

/** The access token, unless `tokens` of the sample contains another one. */
export const ACCESS_TOKEN = 'access-token-of-ann'
/** The refresh token, unless `tokens` of the sample contains another one. */
export const REFRESH_TOKEN = 'refresh-token-of-ann'
/** What a refresh returns. */
export const NEW_ACCESS_TOKEN = 'new-access-token-of-ann'
export const NEW_REFRESH_TOKEN = 'new-refresh-token-of-ann'
export const CLIENT_ID = 'the-application'
export const CLIENT_SECRET = 'the secret of the application'
/** Stands for the state, which is different in each sign-out. */
export const STATE = 'the state of the sign-out'
/** What a request of the sample has in its header `Authorization`, in base64. */
export const CREDENTIALS: string = `${CLIENT_ID}:${CLIENT_SECRET}`
