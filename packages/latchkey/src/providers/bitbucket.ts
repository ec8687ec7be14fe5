import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/#api-user-get */
export interface BitbucketProfile {
  account_id: string
  uuid: string
  display_name: string
  username: string
  links: { avatar: { href: string } }
  /** The primary address. It comes from a separate endpoint. */
  email?: string | null
  email_verified?: boolean
  /** ISO 8601. */
  created_on?: string
  type?: string
  has_2fa_enabled?: boolean | null
  is_staff?: boolean
  nickname?: string
  account_status?: string
  location?: string | null
}

/**
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/#api-user-emails-get
 */
interface BitbucketEmails {
  values: { email: string; is_primary: boolean; is_confirmed: boolean }[]
}

const API = 'https://api.bitbucket.org/2.0'

/**
 * Returns the Bitbucket provider.
 *
 * Set `AUTH_BITBUCKET_ID` to an OAuth consumer's key and `AUTH_BITBUCKET_SECRET` to its secret.
 *
 * Create the application:
 * 1. In **Workspace settings**, open **OAuth consumers** and choose **Add consumer**.
 * 2. Enter a name, and paste the callback URL into **Callback URL**.
 * 3. Under **Permissions**, select **Email** and **Read** for **Account**, and save.
 * 4. Copy the consumer's **Key** and **Secret**.
 *
 * Scopes: `account` reads the profile, `email` the e-mail addresses. Bitbucket grants the
 * consumer's permissions and no other scopes. To request more, change the consumer.
 *
 * E-mail address: The address is the account's primary one. It is missing if the consumer does not
 * have the permission **Email**. It counts as verified if Bitbucket has confirmed it.
 *
 * Limits:
 * - An application has only one callback URL.
 *
 * @see https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/ Register an application
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/intro/#authentication Documentation
 */
export default function Bitbucket(
  options: OAuthUserConfig<BitbucketProfile> = {},
): OAuth2Config<BitbucketProfile> {
  return {
    id: 'bitbucket',
    name: 'Bitbucket',
    type: 'oauth',
    authorization: { url: 'https://bitbucket.org/site/oauth2/authorize', params: { scope: 'account email' } },
    token: 'https://bitbucket.org/site/oauth2/access_token',
    userinfo: {
      url: `${API}/user`,
      async request({ tokens, fetch }) {
        const headers = { authorization: `Bearer ${tokens.access_token}` }
        const response = await fetch(`${API}/user`, { headers })
        if (!response.ok)
          throw new Error(`Bitbucket returned status ${response.status} for the profile request.`)
        return {
          ...(await response.json()),
          ...(await primaryEmail(await fetch(`${API}/user/emails`, { headers }))),
        }
      },
    },
    profile: ({ account_id, display_name, username, email, links }) => ({
      id: account_id,
      name: display_name ?? username,
      email: email ?? null,
      image: links.avatar.href,
    }),
    style: { brandColor: '#0052cc', icon: () => import('../icons/bitbucket.ts') },
    options,
  }
}

/** Returns no address if the consumer may not read it: the sign-in continues without one. */
async function primaryEmail(response: Response): Promise<Pick<BitbucketProfile, 'email' | 'email_verified'>> {
  if (!response.ok) return { email: null }
  const { values } = (await response.json()) as BitbucketEmails
  const primary = values.find(({ is_primary: isPrimary }) => isPrimary)
  return { email: primary?.email ?? null, email_verified: primary?.is_confirmed === true }
}
