import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://www.mediawiki.org/wiki/OAuth/For_Developers#Identifying_the_user_2 */
export interface WikimediaProfile {
  /** The same in all Wikimedia wikis. */
  sub: number
  /** Missing if Wikimedia hides the user. */
  username?: string
  /** Whether the user confirmed the address. */
  confirmed_email?: boolean
  /** Sent only if the application may read it. Empty if there is no address. */
  email?: string
  blocked: boolean
  groups?: string[]
  editcount?: number
  /** `YYYYMMDDhhmmss`. */
  registered?: string
  rights?: string[]
  grants?: string[]
  realname?: string
}

/**
 * Returns the Wikimedia provider. It signs in users of Wikipedia, Wikimedia Commons and their
 * sister projects.
 *
 * Set `AUTH_WIKIMEDIA_ID` and `AUTH_WIKIMEDIA_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. Enter a name, a version and a description. Do not limit the consumer to your own user name.
 * 2. Enter the callback URL in **OAuth "callback" URL**.
 * 3. As the type of grants, select **User identity verification only with access to real name and
 *    email address**.
 * 4. Propose the consumer, and copy the client ID and the client secret.
 *
 * Scopes: The registration decides what an application can read.
 *
 * E-mail address: The address is missing if the account has none, or if the application may not
 * read it. It counts as verified if the profile's `confirmed_email` field is `true`.
 *
 * Limits:
 * - Until Wikimedia has approved the registration, only its owner can sign in.
 * - Wikimedia does not return a picture.
 *
 * @see https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose/oauth2 Register an application
 * @see https://www.mediawiki.org/wiki/OAuth/For_Developers Documentation
 */
export default function Wikimedia<P extends WikimediaProfile = WikimediaProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'wikimedia',
    name: 'Wikimedia',
    type: 'oauth',
    // The registration defines the grants. If a request names scopes, its code cannot be exchanged.
    authorization: { url: 'https://meta.wikimedia.org/w/rest.php/oauth2/authorize', params: { scope: '' } },
    token: 'https://meta.wikimedia.org/w/rest.php/oauth2/access_token',
    userinfo: 'https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile',
    profile: ({ sub, username, email }) => ({
      id: String(sub),
      name: username,
      email: email || null,
      image: null,
    }),
    isEmailVerified: ({ confirmed_email: isConfirmed }) => isConfirmed === true,
    style: { brandColor: '#006699', icon: () => import('../icons/wikimedia.ts') },
    options,
  }
}
