import type { Profile } from 'latchkey'

/** One answer of a vendor, in the shape that it documents, and whom the sign-in has to end with. */
export interface Sample<P = Profile> {
  /** Where and when the endpoints and the shape of the answers were looked up; or why they could not be. */
  readonly checked:
    | { readonly on: `${number}-${number}-${number}`; readonly at: string }
    | { readonly not: string }
  /** What an application passes to the factory beside its id and secret. */
  readonly options?: object
  /** Laid over the discovery document. */
  readonly discovery?: Readonly<Record<string, unknown>>
  /** Parameters that come back beside `code` and `state`. */
  readonly answer?: Readonly<Record<string, string>>
  /** The token endpoint's answer. Laid over an ordinary one; `undefined` removes a member. */
  readonly tokens?: Readonly<Record<string, unknown>>
  /** Default: `application/json`. */
  readonly tokenContentType?: string
  /** What the userinfo endpoint answers; of a vendor of OpenID Connect the claims of the ID token. */
  readonly profile: P
  /** Requests that the provider makes by itself: `userinfo.request`, and what `profile` asks for. */
  readonly requests?: readonly VendorRequest[]
  /** Whom it ends with; `id` is the account's at the vendor. */
  readonly user: {
    readonly id: string
    readonly name?: string | null
    readonly email?: string | null
    readonly image?: string | null
  }
  /** Does the vendor say that it verified the address? Default: no. */
  readonly isEmailVerified?: boolean
}

/** A request that the vendor answers, and no other. */
export interface VendorRequest {
  /** Default: `GET`. */
  readonly method?: 'GET' | 'POST'
  /** Whole, with its query. */
  readonly url: string
  /** Headers that it must have, with lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  /** The body that it must have. */
  readonly body?: string
  /** Answered as JSON; a `Uint8Array` as a picture, a text as a JWT. */
  readonly answer: unknown
  /** Default: 200. */
  readonly status?: number
}

/** The access token that the vendor gives, unless `tokens` says otherwise. */
export const ACCESS_TOKEN = 'access-token-of-ann'
/** How the vendor knows the application. */
export const CLIENT_ID = 'the-application'
export const CLIENT_SECRET = 'the secret of the application'
