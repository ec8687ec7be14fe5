import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * Passage by 1Password. Environment: `AUTH_PASSAGE_ID`, `AUTH_PASSAGE_SECRET`, `AUTH_PASSAGE_ISSUER`, the last as
 * `https://<name>.withpassage.com`.
 *
 * @deprecated Passage was shut down on 16 January 2026. Nobody can sign in with it any more; the passkeys of this library need no service.
 * @see https://apis.io/providers/passage-1password/ Documentation, as it was
 */
export default function Passage(options: OAuthUserConfig<Profile> = {}): OIDCConfig<Profile> {
  return { id: 'passage', name: 'Passage', type: 'oidc', style: { brandColor: '#3d53f6' }, options }
}
