import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://docs.x.com/x-api/users/get-my-user */
export interface TwitterProfile {
  data: {
    /** An integer that is too large for a JavaScript number, as a string. */
    id: string
    name: string
    /** The handle. Users can change it. */
    username: string
    /** URL of a 48-pixel picture. Remove `_normal` from the file name for the original size. */
    profile_image_url?: string
    /** Sent only with the scope `users.email`, and only if the request asks for the field. */
    confirmed_email?: string
  }
  /** Sent only if the request asks for expansions. */
  includes?: { tweets?: { id: string; text: string }[] }
}

/**
 * Returns the X provider. X was formerly called Twitter.
 *
 * Set `AUTH_TWITTER_ID` and `AUTH_TWITTER_SECRET` to the client ID and client secret of OAuth 2.0,
 * not to the API keys.
 *
 * Create the application:
 * 1. In the X developer console, create an app.
 * 2. In the section **User authentication settings**, choose **Set up**.
 * 3. Select the app permission **Read** and the type **Web App, Automated App or Bot**.
 * 4. Enter the callback URL in **Callback URI / Redirect URL**, and your site's URL. Save the
 *    settings.
 * 5. Copy the client ID and the client secret of OAuth 2.0. X shows the secret only once.
 *
 * Scopes: `users.read` and `tweet.read` read the profile, `offline.access` gives a refresh token.
 * To list the accounts that the user follows, add `follows.read`.
 *
 * E-mail address: The address is missing unless you request it, as the example below shows. X
 * returns only confirmed addresses, so it counts as verified.
 *
 * Limits:
 * - Callback URLs cannot contain `localhost`. Open your site at `http://127.0.0.1` during
 *   development.
 * - X bills applications for each request. A sign-in reads one account.
 *
 * To receive e-mail addresses, select **Request email from users** in the user authentication
 * settings. Then add the scope `users.email`, and `confirmed_email` to the fields that are
 * requested from the userinfo endpoint.
 *
 * @example
 * ```ts
 * import Twitter from 'latchkey/providers/twitter'
 *
 * Twitter({
 *   authorization: { params: { scope: 'users.read tweet.read users.email offline.access' } },
 *   userinfo: { params: { 'user.fields': 'profile_image_url,confirmed_email' } },
 * })
 * ```
 * @see https://developer.x.com/en/portal/dashboard Register an application
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token Documentation
 */
export default function Twitter(options: OAuthUserConfig<TwitterProfile> = {}): OAuth2Config<TwitterProfile> {
  return {
    id: 'twitter',
    name: 'X',
    type: 'oauth',
    authorization: {
      url: 'https://x.com/i/oauth2/authorize',
      params: { scope: 'users.read tweet.read offline.access' },
    },
    token: { url: 'https://api.x.com/2/oauth2/token', conform: nameRefusal },
    userinfo: { url: 'https://api.x.com/2/users/me', params: { 'user.fields': 'profile_image_url' } },
    profile: ({ data }) => ({
      id: data.id,
      name: data.name,
      email: data.confirmed_email ?? null,
      image: data.profile_image_url ?? null,
    }),
    isEmailVerified: ({ data }) => data.confirmed_email !== undefined,
    revocation: 'https://api.x.com/2/oauth2/revoke',
    style: { brandColor: '#000000', icon: () => import('../icons/twitter.ts') },
    options,
  }
}

/** Names the error for a refresh token that is not valid, which X calls an invalid request. */
async function nameRefusal(response: Response): Promise<Response | undefined> {
  if (response.status !== 400) return undefined
  const { error_description: description } = (await response.json()) as { error_description?: string }
  const isRefusal = description === 'Value passed for the token was invalid.'
  return isRefusal ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : undefined
}
