import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://www.eventbrite.com/platform/api#/reference/user */
export interface EventbriteProfile {
  id: string
  name: string
  first_name: string
  last_name: string
  emails: { email: string; verified: boolean; primary: boolean }[]
  image_id: string | null
}

/**
 * Returns the Eventbrite provider.
 *
 * Set `AUTH_EVENTBRITE_ID` to the API key and `AUTH_EVENTBRITE_SECRET` to the client secret.
 *
 * Create the application:
 * 1. Open **Account Settings → Developer Links → API Keys** and choose **Create API Key**.
 * 2. Enter your application's name and URL, and paste the callback URL into **OAuth Redirect URI**.
 * 3. Copy the API key, which is the client ID, and the client secret.
 *
 * Scopes: `user.profile` reads the profile. Eventbrite documents no other scopes.
 *
 * E-mail address: The address is the account's primary one. It counts as verified if Eventbrite
 * reports it as verified.
 *
 * Limits:
 * - Access tokens become invalid when the user changes the password. The user must then sign in
 *   again.
 *
 * @see https://www.eventbrite.com/platform/api-keys Register an application
 * @see https://www.eventbrite.com/platform/api#/introduction/authentication Documentation
 */
export default function Eventbrite<P extends EventbriteProfile = EventbriteProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'eventbrite',
    name: 'Eventbrite',
    type: 'oauth',
    authorization: { url: 'https://www.eventbrite.com/oauth/authorize', params: { scope: 'user.profile' } },
    token: 'https://www.eventbrite.com/oauth/token',
    userinfo: 'https://www.eventbriteapi.com/v3/users/me/',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, emails, image_id }) => ({
      id,
      name,
      email: primary(emails)?.email ?? null,
      image:
        image_id &&
        `https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F${image_id}%2F1%2Foriginal.jpg`,
    }),
    isEmailVerified: ({ emails }) => primary(emails)?.verified === true,
    refresh: false,
    style: { brandColor: '#f05537' },
    options,
  }
}

function primary(emails: EventbriteProfile['emails']): EventbriteProfile['emails'][number] | undefined {
  return emails.find(({ primary: isPrimary }) => isPrimary)
}
