import type { JsonValue } from './basics.ts'

/**
 * A token endpoint's response.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1
 */
export interface TokenEndpointResponse {
  readonly access_token?: string | undefined
  readonly refresh_token?: string | undefined
  readonly id_token?: string | undefined
  readonly scope?: string | undefined
  /** Always in lower case. */
  readonly token_type?: Lowercase<string> | undefined
  /** Access token lifetime in seconds. */
  readonly expires_in?: number | undefined
  readonly session_state?: string | undefined
  /** Any other response parameter. */
  readonly [parameter: string]: JsonValue | undefined
}

/** A provider's tokens, and when the access token expires. */
export interface TokenSet extends TokenEndpointResponse {
  /** When the access token expires: seconds since 1970. */
  expires_at?: number | undefined
}
