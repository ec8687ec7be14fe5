import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://apis.io/providers/passage-1password/ */
export interface PassageProfile extends Profile {
  sub: string
  email?: string
  phone?: string
  phone_number_verified?: boolean
}

/**
 * Returns the Passage provider. Passage was a service of 1Password.
 *
 * Set `AUTH_PASSAGE_ID` and `AUTH_PASSAGE_SECRET` to your application's client ID and client
 * secret, and `AUTH_PASSAGE_ISSUER` to `https://<name>.withpassage.com`.
 *
 * @deprecated Passage was shut down on 16 January 2026, so users can no longer sign in with it. Use
 * `latchkey/providers/passkey` instead, which needs no external service.
 * @see https://apis.io/providers/passage-1password/ Documentation (API directory)
 */
export default function Passage(options: OAuthUserConfig<PassageProfile> = {}): OIDCConfig<PassageProfile> {
  return { id: 'passage', name: 'Passage', type: 'oidc', style: { brandColor: '#3d53f6' }, options }
}
