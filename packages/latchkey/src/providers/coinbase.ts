import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/integrations */
export interface CoinbaseProfile {
  data: {
    id: string
    name: string | null
    /** Sent only with the scope `wallet:user:email`. */
    email?: string
    avatar_url: string
  }
}

/**
 * Returns the Coinbase provider.
 *
 * Set `AUTH_COINBASE_ID` and `AUTH_COINBASE_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. Create an account in the CDP Portal, and ask your Coinbase representative for access to OAuth.
 * 2. Open **API Keys → OAuth** and create a client. Add the callback URL to its redirect URIs.
 * 3. Declare the scopes `wallet:user:read` and `wallet:user:email`.
 * 4. Copy the client ID and the client secret.
 *
 * Scopes: `wallet:user:read` reads the profile, `wallet:user:email` the e-mail address. For a
 * refresh token, add `offline_access`.
 *
 * E-mail address: The address is missing without the scope `wallet:user:email`. Coinbase
 * does not report whether it is verified.
 *
 * Limits:
 * - Coinbase registers applications only for approved partners, and has paused new registrations.
 *   Existing applications continue to work.
 * - There is no sandbox: tests need real Coinbase accounts.
 *
 * @see https://portal.cdp.coinbase.com Register an application
 * @see https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview Documentation
 */
export default function Coinbase(
  options: OAuthUserConfig<CoinbaseProfile> = {},
): OAuth2Config<CoinbaseProfile> {
  return {
    id: 'coinbase',
    name: 'Coinbase',
    type: 'oauth',
    authorization: {
      url: 'https://login.coinbase.com/oauth2/auth',
      params: { scope: 'wallet:user:read wallet:user:email' },
    },
    token: 'https://login.coinbase.com/oauth2/token',
    userinfo: 'https://api.coinbase.com/v2/user',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ data: { id, name, email, avatar_url } }) => ({
      id,
      name,
      email: email ?? null,
      image: avatar_url,
    }),
    revocation: 'https://login.coinbase.com/oauth2/revoke',
    style: { brandColor: '#0052ff', icon: () => import('../icons/coinbase.ts') },
    options,
  }
}
