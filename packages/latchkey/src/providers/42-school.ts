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
