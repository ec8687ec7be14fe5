import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://github.com/enterprise-oss/osso-rb */
export interface OssoProfile {
  id: string
  email: string
  /** The user's identity provider. */
  idp?: string
}

/**
 * Returns the Osso provider.
 *
 * Set `AUTH_OSSO_ID` and `AUTH_OSSO_SECRET` to your application's client ID and client secret, and
 * `AUTH_OSSO_ISSUER` to your server's URL: `https://sso.example.com`.
 *
 * Create the application:
 * 1. In the Osso admin UI, open **OAuth Clients** and choose **Create an OAuth Client**.
 * 2. Enter a name, and add the callback URL to the redirect URIs.
 * 3. Copy the client ID and the client secret.
 *
 * E-mail address: The address comes from the user's identity provider. Osso does not report whether
 * it is verified.
 *
 * Limits:
 * - Osso returns neither a name nor a picture.
 *
 * Select the identity provider with the authorization parameter `domain`:
 * `signIn('osso', {}, { domain: 'example.com' })`.
 *
 * @see https://github.com/enterprise-oss/osso-docs/blob/main/docs/integration/oauth_consumption.md Register an application
 * @see https://github.com/enterprise-oss/osso-docs/blob/main/docs/integration/oauth_consumption.md Documentation
 */
export default function Osso(options: OAuthUserConfig<OssoProfile> = {}): OAuth2Config<OssoProfile> {
  return {
    id: 'osso',
    name: 'Osso',
    type: 'oauth',
    authorization: { url: '/oauth/authorize', params: { scope: '' } },
    token: '/oauth/token',
    userinfo: { url: '/oauth/me', request: requestProfile },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, email }) => ({ id, name: null, email, image: null }),
    options,
  }
}

/** Requests the profile: Osso expects the access token in the query. */
async function requestProfile({
  tokens,
  provider,
  fetch,
}: UserinfoRequest<OssoProfile>): Promise<OssoProfile> {
  const query = new URLSearchParams({ access_token: tokens.access_token ?? '' })
  const response = await fetch(`${provider.userinfo.url}?${query}`)
  if (!response.ok) throw new Error(`Osso returned status ${response.status} for the profile request.`)
  return (await response.json()) as OssoProfile
}
