import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://www.freshbooks.com/api/me_endpoint */
export interface FreshbooksProfile {
  response: {
    id: number
    first_name: string
    last_name: string
    email: string
  }
}

/**
 * Returns the FreshBooks provider.
 *
 * Set `AUTH_FRESHBOOKS_ID` and `AUTH_FRESHBOOKS_SECRET` to the client ID and client secret of your
 * application.
 *
 * FreshBooks accepts only HTTPS callback URLs and does not return a picture.
 *
 * @see https://my.freshbooks.com/#/developer Register an application
 * @see https://www.freshbooks.com/api/authentication Documentation
 */
export default function Freshbooks(
  options: OAuthUserConfig<FreshbooksProfile> = {},
): OAuth2Config<FreshbooksProfile> {
  return {
    id: 'freshbooks',
    name: 'FreshBooks',
    type: 'oauth',
    authorization: {
      url: 'https://auth.freshbooks.com/oauth/authorize',
      params: { scope: 'user:profile:read' },
    },
    token: 'https://api.freshbooks.com/auth/oauth/token',
    userinfo: 'https://api.freshbooks.com/auth/api/v1/users/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ response: { id, first_name, last_name, email } }) => ({
      id: String(id),
      name: [first_name, last_name].filter(Boolean).join(' ') || null,
      email,
      image: null,
    }),
    style: { brandColor: '#0075dd' },
    options,
  }
}
