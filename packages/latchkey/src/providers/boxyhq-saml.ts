import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://www.ory.com/docs/polis */
export interface BoxyHQSAMLProfile {
  id: string
  email: string
  firstName?: string
  lastName?: string
  /** All attributes from the identity provider. */
  raw?: Record<string, unknown>
  requested?: { tenant: string; product: string }
}

/**
 * Returns the BoxyHQ SAML Jackson provider. SAML Jackson is now called Ory Polis.
 *
 * Set `AUTH_BOXYHQ_SAML_ID` and `AUTH_BOXYHQ_SAML_SECRET` to your application's client ID and
 * client secret, and `AUTH_BOXYHQ_SAML_ISSUER` to your Jackson server's URL:
 * `https://sso.example.com`.
 *
 * Create the application:
 * 1. In your server's admin portal, open **Enterprise SSO** and choose **New Connection**. Select
 *    **SAML**.
 * 2. Enter the **Tenant** and the **Product**.
 * 3. Add the callback URL to **Allowed redirect URLs**, and enter it as **Default redirect URL**.
 * 4. Paste the tenant's identity provider metadata into **Raw IdP XML**, and save.
 * 5. Copy the connection's client ID and client secret, unless you have several tenants.
 *
 * E-mail address: The address comes from the tenant's identity provider. SAML Jackson
 * does not report whether it is verified.
 *
 * Limits:
 * - SAML Jackson returns no picture.
 *
 * With several tenants, set the ID and the secret to `dummy` and pass the tenant when you start a
 * sign-in: `signIn('boxyhq-saml', undefined, { tenant, product })`.
 *
 * The factory needs the issuer: pass `issuer`, or list the provider without calling it.
 *
 * @see https://github.com/ory/polis Run your own server
 * @see https://www.ory.com/docs/polis Documentation
 */
export default function BoxyHQSAML<P extends BoxyHQSAMLProfile = BoxyHQSAMLProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  const base = options.issuer && `${options.issuer.replace(/\/+$/, '')}/api/oauth`
  return {
    id: 'boxyhq-saml',
    name: 'BoxyHQ SAML',
    type: 'oauth',
    // Without the scope `openid`, Jackson uses plain OAuth and needs no signing keys.
    authorization: { url: base && `${base}/authorize`, params: { provider: 'saml', scope: '' } },
    token: base && `${base}/token`,
    userinfo: base && `${base}/userinfo`,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, email, firstName, lastName }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' ') || null,
      email,
      image: null,
    }),
    refresh: false,
    style: { brandColor: '#25c2a0' },
    options,
  }
}
