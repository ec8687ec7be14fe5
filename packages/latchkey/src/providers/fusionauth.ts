import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/tokens#id-token */
export interface FusionAuthProfile extends Profile {
  sub: string
  /** The user's tenant ID. */
  tid?: string
  /** How the user authenticated: `PASSWORD`, `GOOGLE`, … */
  authenticationType?: string
}

/** Options for the FusionAuth provider. */
export interface FusionAuthOptions<P extends FusionAuthProfile = FusionAuthProfile>
  extends OAuthUserConfig<P> {
  /** Required only if one FusionAuth server has several tenants. */
  tenantId?: string
}

/**
 * Returns the FusionAuth provider.
 *
 * Set `AUTH_FUSIONAUTH_ID` and `AUTH_FUSIONAUTH_SECRET` to your application's client ID and client
 * secret, and `AUTH_FUSIONAUTH_ISSUER` to your FusionAuth server's URL: `https://id.example.com`.
 *
 * Create the application:
 * 1. In the admin UI, open **Applications** and add an application.
 * 2. On the tab **OAuth**, add the callback URL to **Authorized redirect URLs**. Leave the grant
 *    **Authorization Code** enabled.
 * 3. Under **Settings → Key Master**, generate an RSA key with SHA-256. On the application's tab
 *    **JWT**, enable JWT and select the key as **Id Token signing key**.
 * 4. Save, and copy the client ID and the client secret from the application's OAuth settings.
 * 5. In the tenant settings, set **Issuer** to your FusionAuth server's URL. A new tenant uses
 *    `acme.com`.
 *
 * Limits:
 * - Latchkey rejects ID tokens that are signed with HMAC, unless you set
 *   `client: { id_token_signed_response_alg: 'HS256' }`.
 *
 * If you set `tenantId`, also pass `issuer`.
 *
 * @see https://fusionauth.io/docs/get-started/core-concepts/applications Register an application
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/ Documentation
 */
export default function FusionAuth<P extends FusionAuthProfile = FusionAuthProfile>({
  tenantId,
  ...options
}: FusionAuthOptions<P> = {}): OIDCConfig<P> {
  return {
    id: 'fusionauth',
    name: 'FusionAuth',
    type: 'oidc',
    authorization: { params: { scope: 'openid offline_access email profile', tenantId } },
    style: { brandColor: '#f58320', icon: () => import('../icons/fusionauth.ts') },
    options: { ...options, ...(tenantId && options.issuer ? tenantIssuer(options.issuer, tenantId) : {}) },
  }
}

/**
 * Returns the issuer options for a tenant. Each tenant has its own discovery document below the
 * issuer, and all of these documents may contain the same issuer.
 */
function tenantIssuer(issuer: string, tenantId: string): { issuer: string; issuerTemplate: string } {
  return { issuer: `${issuer.replace(/\/+$/, '')}/${tenantId}`, issuerTemplate: issuer }
}
