import type { ProviderType } from '../basics.ts'

/** How a provider's button looks on the sign-in page. */
export interface ProviderStyle {
  /** URL of an image on the application's own origin, or a `data:` URL. */
  logo?: string
  brandColor?: string
  /**
   * The provider's icon: an SVG path for a 24×24 view box, or several paths with their colours.
   * Loaded when the sign-in page is shown.
   */
  icon?: () => Promise<{ readonly default: string | readonly IconPart[] }>
  /** @deprecated not used; set `brandColor` */
  bg?: string
  /** @deprecated Not used. */
  text?: string
}

/** A part of an icon that has several colours. */
export interface IconPart {
  /** An SVG path for a 24×24 view box. */
  readonly path: string
  /** A CSS colour. */
  readonly color: string
}

/** The properties that all providers have. */
export interface CommonProvider {
  id: string
  name: string
}

/** The properties that all providers have, with the type that distinguishes them. */
export interface CommonProviderOptions extends CommonProvider {
  type: ProviderType
}

/** A form field's label and HTML attributes. */
export interface CredentialInput {
  label?: string
  type?: string
  placeholder?: string
  value?: string
  autocomplete?: string
  required?: boolean
}

/**
 * The request that `authorize` receives, for example for rate limits and logs. It contains only
 * data that the client sent.
 */
export interface CredentialsRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
}

/** A profile of any provider. */
// biome-ignore lint/suspicious/noExplicitAny: a list of providers holds profiles of different types; only `any` is assignable in both directions.
export type AnyProfile = any
