import type { GitHubProfile } from '../types/providers/github-profile.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'
import type { RevocationEndpoint } from '../types/providers/oauth-endpoints.ts'

export type { GitHubProfile } from '../types/providers/github-profile.ts'
export type { OAuth2Config } from '../types/providers/oauth.ts'

/** A user's address. @see https://docs.github.com/en/rest/users/emails */
export interface GitHubEmail {
  email: string
  primary: boolean
  verified: boolean
  visibility?: 'public' | 'private' | null
}

/** Options for the GitHub provider. */
export interface GitHubOptions extends OAuthUserConfig<GitHubProfile> {
  /** Uses a GitHub Enterprise Server at `baseUrl` instead of github.com. */
  enterprise?: { baseUrl?: string }
}

/** Headers of every request to the API. */
const HEADERS = { accept: 'application/vnd.github+json', 'user-agent': 'latchkey' }

/**
 * Returns the GitHub provider.
 *
 * Set `AUTH_GITHUB_ID` and `AUTH_GITHUB_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. Open **Settings → Developer settings → OAuth apps** and choose **New OAuth App**.
 * 2. Enter an **Application name** and your site's **Homepage URL**.
 * 3. Paste the callback URL into **Authorization callback URL** and choose **Register
 *    application**.
 * 4. Copy the **Client ID**, and generate a client secret.
 *
 * Scopes: `read:user` reads the profile, `user:email` the e-mail addresses. To read the user's
 * organizations too, add `read:org`.
 *
 * E-mail address: The address comes from the public profile or, if the user hides it there, from
 * the user's address list. Latchkey takes only verified addresses from the list, and github.com
 * also requires public addresses to be verified. An address from a GitHub Enterprise Server does
 * not count as verified, because its administrators can turn the verification off. If yours
 * verifies all addresses, set `isEmailVerified: () => true`.
 *
 * Limits:
 * - An application has only one callback URL.
 *
 * @see https://github.com/settings/developers Register an application
 * @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps Documentation
 */
export default function GitHub({ enterprise, ...options }: GitHubOptions = {}): OAuth2Config<GitHubProfile> {
  const site = enterprise?.baseUrl?.replace(/\/+$/, '') ?? 'https://github.com'
  const api = enterprise?.baseUrl ? `${site}/api/v3` : 'https://api.github.com'
  return {
    id: 'github',
    name: 'GitHub',
    type: 'oauth',
    issuer: `${site}/login/oauth`,
    authorization: { url: `${site}/login/oauth/authorize`, params: { scope: 'read:user user:email' } },
    token: `${site}/login/oauth/access_token`,
    userinfo: {
      url: `${api}/user`,
      async request({ tokens, fetch }) {
        const headers = { ...HEADERS, authorization: `Bearer ${tokens.access_token}` }
        const profile = (await readJson(await fetch(`${api}/user`, { headers }))) as GitHubProfile
        if (profile.email) return profile
        // Many users hide their address from the public profile. This list contains hidden
        // addresses, but also unverified ones.
        const response = await fetch(`${api}/user/emails`, { headers })
        if (!response.ok) return profile
        const emails = (await response.json()) as GitHubEmail[]
        const verifiedEmails = emails.filter(({ verified }) => verified)
        return {
          ...profile,
          email: (verifiedEmails.find(({ primary }) => primary) ?? verifiedEmails[0])?.email ?? null,
        }
      },
    },
    profile: ({ id, name, login, email, avatar_url }) => ({
      id: String(id),
      name: name ?? login,
      email,
      image: avatar_url,
    }),
    // github.com requires public addresses to be verified too; another server may verify none.
    isEmailVerified: ({ email }) => (site === 'https://github.com' ? Boolean(email) : undefined),
    revocation: { types: ['access_token'], request: revokeAt(api) },
    style: { brandColor: '#24292f', icon: () => import('../icons/github.ts') },
    options,
  }
}

/**
 * Returns how an access token is revoked, which leaves the user's other tokens valid.
 *
 * @see https://docs.github.com/en/rest/apps/oauth-applications#delete-an-app-token
 */
function revokeAt(api: string): RevocationEndpoint['request'] {
  return ({ token, clientId, clientSecret, fetch }) =>
    fetch(`${api}/applications/${clientId}/token`, {
      method: 'DELETE',
      headers: { ...HEADERS, authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: JSON.stringify({ access_token: token }),
    })
}

async function readJson(response: Response): Promise<unknown> {
  if (response.ok) return response.json()
  throw new Error(`GitHub returned status ${response.status} for the profile request.`)
}
