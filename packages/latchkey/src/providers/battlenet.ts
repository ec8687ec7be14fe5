import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://develop.battle.net/documentation/guides/using-oauth */
export interface BattleNetProfile extends Profile {
  sub: string
  /** Display name, such as `Ann#1234`. Users can change it. */
  battle_tag: string
}

/** A region's issuer. */
export type BattleNetIssuer = string

/**
 * Returns the Battle.net provider.
 *
 * Set `AUTH_BATTLENET_ID` and `AUTH_BATTLENET_SECRET` to your application's client ID and client
 * secret. For players in China, set `AUTH_BATTLENET_ISSUER` to `https://oauth.battlenet.com.cn`.
 *
 * Create the application:
 * 1. Sign in to the developer portal with a Battle.net account that has an authenticator.
 * 2. Open **API Access** and choose **Create Client**.
 * 3. Enter a name, and add the callback URL to the redirect URIs.
 * 4. Copy the client ID and the client secret.
 *
 * Limits:
 * - Battle.net does not return a picture.
 *
 * @see https://develop.battle.net/access/clients Register an application
 * @see https://develop.battle.net/documentation/guides/using-oauth Documentation
 */
export default function BattleNet<P extends BattleNetProfile = BattleNetProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'battlenet',
    name: 'Battle.net',
    type: 'oidc',
    issuer: 'https://oauth.battle.net',
    authorization: { params: { scope: 'openid' } },
    profile: ({ sub, battle_tag }) => ({ id: sub, name: battle_tag, email: null, image: null }),
    style: { brandColor: '#148eff', icon: () => import('../icons/battlenet.ts') },
    options,
  }
}
