import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/tokens#id-token */
export interface FusionAuthProfile extends Profile {
  sub: string
  /** Id of the tenant that the person belongs to. */
  tid?: string
  /** How the person proved who they are: `PASSWORD`, `GOOGLE`, … */
  authenticationType?: string
}

/** What an application may set on FusionAuth. */
export interface FusionAuthOptions extends OAuthUserConfig<FusionAuthProfile> {
  /** Needed only where one FusionAuth serves several tenants. */
  tenantId?: string
}

/**
 * FusionAuth. Environment: `AUTH_FUSIONAUTH_ID`, `AUTH_FUSIONAUTH_SECRET`, `AUTH_FUSIONAUTH_ISSUER`, the last as `https://id.example.com`.
 *
 * A new tenant names the issuer `acme.com`: set it, in the settings of the tenant, to the address of your FusionAuth. With `tenantId` pass the
 * `issuer` beside it.
 *
 * @see https://fusionauth.io/docs/get-started/core-concepts/applications Register an application
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/ Documentation
 */
export default function FusionAuth({
  tenantId,
  ...options
}: FusionAuthOptions = {}): OIDCConfig<FusionAuthProfile> {
  return {
    id: 'fusionauth',
    name: 'FusionAuth',
    type: 'oidc',
    authorization: { params: { scope: 'openid offline_access email profile', tenantId } },
    style: { brandColor: '#f58320', icon: () => import('../icons/fusionauth.ts') },
    options: { ...options, ...(tenantId && options.issuer ? issuerOfTenant(options.issuer, tenantId) : {}) },
  }
}

/** Each tenant has a discovery document of its own below the issuer, and all of them may name the same issuer. */
function issuerOfTenant(issuer: string, tenantId: string): { issuer: string; issuerTemplate: string } {
  return { issuer: `${issuer.replace(/\/+$/, '')}/${tenantId}`, issuerTemplate: issuer }
}
