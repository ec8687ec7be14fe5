import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

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
 * Set `AUTH_BOXYHQ_SAML_ID` and `AUTH_BOXYHQ_SAML_SECRET` to the client ID and client secret of
 * your application, and `AUTH_BOXYHQ_SAML_ISSUER` to the URL of your Jackson server:
 * `https://sso.example.com`.
 *
 * With several tenants, set the ID and the secret to `dummy` and pass the tenant when you start a
 * sign-in: `signIn('boxyhq-saml', undefined, { tenant, product })`.
 *
 * The factory needs the issuer: pass `issuer`, or list the provider without calling it.
 *
 * E-mail addresses come from the tenant's identity provider and are never reported as verified.
 *
 * @see https://github.com/ory/polis Run your own server
 * @see https://www.ory.com/docs/polis Documentation
 */
export default function BoxyHQSAML(
  options: OAuthUserConfig<BoxyHQSAMLProfile> = {},
): OAuth2Config<BoxyHQSAMLProfile> {
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
    style: { brandColor: '#25c2a0' },
    options,
  }
}
