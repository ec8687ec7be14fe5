import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OIDCConfig } from '../types/providers/oauth.ts'
export type { Profile } from '../types/user.ts'

/**
 * Options for an OpenID Connect provider: the `id`, which is part of its URLs, and the `name`,
 * which its button shows. All other options can come from the environment.
 */
export interface OIDCOptions<P> extends OAuthUserConfig<P> {
  id: string
  name: string
}

/**
 * Returns a provider for any service that supports OpenID Connect. With the ID `acme`, it reads
 * `AUTH_ACME_ID`, `AUTH_ACME_SECRET` and `AUTH_ACME_ISSUER` from the environment.
 *
 * @example
 * ```ts
 * import OIDC from 'latchkey/providers/oidc'
 *
 * OIDC({ id: 'acme', name: 'Acme', issuer: 'https://id.acme.example' })
 * ```
 * @see https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth
 */
export default function OIDC<P extends Profile = Profile>({
  id,
  name,
  ...options
}: OIDCOptions<P>): OIDCConfig<P> {
  return { id, name, type: 'oidc', options }
}
