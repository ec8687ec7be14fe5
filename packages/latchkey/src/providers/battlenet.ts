import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://develop.battle.net/documentation/guides/using-oauth */
export interface BattleNetProfile extends Profile {
  sub: string
  /** As players see it: `Ann#1234`. It may be changed. */
  battle_tag: string
}

/**
 * Battle.net. Environment: `AUTH_BATTLENET_ID`, `AUTH_BATTLENET_SECRET`, `AUTH_BATTLENET_ISSUER`.
 *
 * The issuer is only needed for players in China: `https://oauth.battlenet.com.cn`. It tells neither an e-mail address nor a picture.
 *
 * @see https://develop.battle.net/access/clients Register an application
 * @see https://develop.battle.net/documentation/guides/using-oauth Documentation
 */
export default function BattleNet(
  options: OAuthUserConfig<BattleNetProfile> = {},
): OIDCConfig<BattleNetProfile> {
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
