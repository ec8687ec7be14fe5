import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/oauth.ts'

/** @see https://github.com/enterprise-oss/osso-rb */
export interface OssoProfile {
  id: string
  email: string
  /** The identity provider that knows the person. */
  idp?: string
}

/**
 * Osso. Environment: `AUTH_OSSO_ID`, `AUTH_OSSO_SECRET`, `AUTH_OSSO_ISSUER`, the last with your server: `https://sso.example.com`.
 *
 * Osso has to be told whose identity provider to use, by the authorization parameter `domain`: `signIn('osso', {}, { domain: 'example.com' })`.
 * It tells no names and no pictures.
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

/** Osso takes the access token in the query. */
async function requestProfile({
  tokens,
  provider,
  fetch,
}: UserinfoRequest<OssoProfile>): Promise<OssoProfile> {
  const query = new URLSearchParams({ access_token: tokens.access_token ?? '' })
  const response = await fetch(`${provider.userinfo.url}?${query}`)
  if (!response.ok)
    throw new Error(`Osso answered the request for the profile with status ${response.status}.`)
  return (await response.json()) as OssoProfile
}
