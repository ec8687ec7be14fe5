import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
export interface GitHubProfile {
  id: number
  login: string
  name: string | null
  email: string | null
  avatar_url: string
}

interface GitHubEmail {
  email: string
  primary: boolean
  verified: boolean
}

/** What an application may set on GitHub. */
export interface GitHubOptions extends OAuthUserConfig<GitHubProfile> {
  /** A GitHub Enterprise Server. */
  enterprise?: { baseUrl?: string }
}

/**
 * GitHub. Environment: `AUTH_GITHUB_ID`, `AUTH_GITHUB_SECRET`.
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
        const headers = {
          authorization: `Bearer ${tokens.access_token}`,
          accept: 'application/vnd.github+json',
          'user-agent': 'latchkey',
        }
        const profile = (await readJson(await fetch(`${api}/user`, { headers }))) as GitHubProfile
        if (profile.email) return profile
        // Many people keep their address off their public profile; this list has it all the same, and addresses that nobody proved, too.
        const response = await fetch(`${api}/user/emails`, { headers })
        if (!response.ok) return profile
        const emails = (await response.json()) as GitHubEmail[]
        const own = emails.filter(({ verified }) => verified)
        return { ...profile, email: (own.find(({ primary }) => primary) ?? own[0])?.email ?? null }
      },
    },
    profile: ({ id, name, login, email, avatar_url }) => ({
      id: String(id),
      name: name ?? login,
      email,
      image: avatar_url,
    }),
    // One that is shown in public has to be verified, too.
    isEmailVerified: ({ email }) => email !== null,
    style: { brandColor: '#24292f', icon: () => import('../icons/github.ts') },
    options,
  }
}

async function readJson(response: Response): Promise<unknown> {
  if (response.ok) return response.json()
  throw new Error(`GitHub answered the request for the profile with status ${response.status}.`)
}
