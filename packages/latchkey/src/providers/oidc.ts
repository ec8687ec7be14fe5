import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** What makes an OpenID provider one of yours: its name in URLs and on the button. The rest may come from the environment. */
export interface OIDCOptions<P> extends OAuthUserConfig<P> {
  id: string
  name: string
}

/**
 * Any OpenID provider. With the id `acme` its environment is `AUTH_ACME_ID`, `AUTH_ACME_SECRET`, `AUTH_ACME_ISSUER`.
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
