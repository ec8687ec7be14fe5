import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/tokens#id-token */
export interface FusionAuthProfile extends Profile {
  sub: string
  /** ID of the user's tenant. */
  tid?: string
  /** How the user authenticated: `PASSWORD`, `GOOGLE`, … */
  authenticationType?: string
}

/** Options of the FusionAuth provider. */
export interface FusionAuthOptions extends OAuthUserConfig<FusionAuthProfile> {
  /** Required only if one FusionAuth server has several tenants. */
  tenantId?: string
}

/**
 * Returns the FusionAuth provider.
 *
 * Set `AUTH_FUSIONAUTH_ID` and `AUTH_FUSIONAUTH_SECRET` to the client ID and client secret of your
 * application, and `AUTH_FUSIONAUTH_ISSUER` to the URL of your FusionAuth server:
 * `https://id.example.com`.
 *
 * A new tenant uses the issuer `acme.com`. Change it to the URL of your FusionAuth server in the
 * settings of the tenant.
 *
 * If you set `tenantId`, also pass `issuer`.
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

/**
 * Returns the issuer options for a tenant. Each tenant has its own discovery document below the
 * issuer, and all of these documents may contain the same issuer.
 */
function issuerOfTenant(issuer: string, tenantId: string): { issuer: string; issuerTemplate: string } {
  return { issuer: `${issuer.replace(/\/+$/, '')}/${tenantId}`, issuerTemplate: issuer }
}
