import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://api.intra.42.fr/apidoc/2.0/users/me.html */
export interface FortyTwoProfile {
  id: number
  login: string
  email: string
  displayname: string
  /** Full name with the preferred first name. */
  usual_full_name: string | null
  /** `link` is `null` if the user has no picture. */
  image: { link: string | null }
}

/**
 * Returns the 42 School provider.
 *
 * Set `AUTH_42_SCHOOL_ID` and `AUTH_42_SCHOOL_SECRET` to the client ID and client secret of your
 * application.
 *
 * Create the application:
 * 1. In the settings of the intranet, open the page of the API and create an application.
 * 2. Enter a name, and add the callback URL as a redirect URI.
 * 3. Copy the UID, which is the client ID, and the secret.
 *
 * Scopes: `public` reads the public profile, which contains the e-mail address. To read the user's
 * projects too, add `projects`.
 *
 * E-mail address: The address is the one that 42 stores for the user. 42 does not report whether it
 * is verified.
 *
 * @see https://profile.intra.42.fr/oauth/applications/new Register an application
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow Documentation
 */
export default function FortyTwo(
  options: OAuthUserConfig<FortyTwoProfile> = {},
): OAuth2Config<FortyTwoProfile> {
  return {
    id: '42-school',
    name: '42 School',
    type: 'oauth',
    authorization: { url: 'https://api.intra.42.fr/oauth/authorize', params: { scope: 'public' } },
    token: 'https://api.intra.42.fr/oauth/token',
    userinfo: 'https://api.intra.42.fr/v2/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, usual_full_name, displayname, email, image }) => ({
      id: String(id),
      name: usual_full_name ?? displayname,
      email,
      image: image.link,
    }),
    style: { brandColor: '#00babc', icon: () => import('../icons/42-school.ts') },
    options,
  }
}
