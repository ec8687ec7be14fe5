import type { JsonValue } from './basics.ts'

/** A token endpoint's answer. @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export interface TokenEndpointResponse {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly id_token?: string
  readonly scope?: string
  /** Always lower case. */
  readonly token_type?: Lowercase<string>
  /** Lifetime of the access token in seconds. */
  readonly expires_in?: number
  readonly session_state?: string
  /** Whatever else the endpoint sent. */
  readonly [parameter: string]: JsonValue | undefined
}

/** The tokens of a provider, and when the access token ends. */
export interface TokenSet extends TokenEndpointResponse {
  /** When the access token ends: seconds since 1970. */
  expires_at?: number
}
