import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://www.ory.com/docs/polis */
export interface BoxyHQSAMLProfile {
  id: string
  email: string
  firstName?: string
  lastName?: string
  /** All that the identity provider tells. */
  raw?: Record<string, unknown>
  requested?: { tenant: string; product: string }
}

/**
 * BoxyHQ SAML Jackson, now Ory Polis. Environment: `AUTH_BOXYHQ_SAML_ID`, `AUTH_BOXYHQ_SAML_SECRET`, `AUTH_BOXYHQ_SAML_ISSUER`, the last as the
 * address of your Jackson: `https://sso.example.com`.
 *
 * With several tenants set id and secret to `dummy` and say which one it is when a sign-in begins:
 * `signIn('boxyhq-saml', undefined, { tenant, product })`. The issuer has to be known to the factory: pass it, or list the provider uncalled.
 * The identity provider of the tenant answers for the addresses: nobody says that they are verified.
 *
 * @see https://github.com/ory/polis Run one
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
    // Without the scope `openid` it is OAuth alone, and needs no keys over there.
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
