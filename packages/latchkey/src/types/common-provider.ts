export interface ProviderStyle {
  /** Address of an image on the application's own origin, or a `data:` URL. */
  logo?: string
  brandColor?: string
  /** The provider's icon: an SVG path for a 24×24 view box, loaded when the sign-in page is shown. */
  icon?: () => Promise<{ readonly default: string }>
  /** @deprecated not used; set `brandColor` */
  bg?: string
  /** @deprecated not used */
  text?: string
}

export interface CommonProvider {
  id: string
  name: string
}

/** HTML attributes of a form field, and its label. */
export interface CredentialInput {
  label?: string
  type?: string
  placeholder?: string
  value?: string
  autocomplete?: string
  required?: boolean
}

/** What `authorize` may know of the request: enough for limits and logs, nothing that was not sent. */
export interface CredentialsRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
}

// biome-ignore lint/suspicious/noExplicitAny: a list of providers holds profiles of different types; only `any` is assignable in both directions.
export type AnyProfile = any
