import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

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
}

/**
 * Returns the Wikimedia provider. It signs in users of Wikipedia, Wikimedia Commons and their
 * sister projects.
 *
 * Set `AUTH_WIKIMEDIA_ID` and `AUTH_WIKIMEDIA_SECRET` to the client ID and client secret of your
 * application.
 *
 * The registration decides what an application can read. To receive e-mail addresses, choose "User
 * identity verification only with access to real name and email address". Wikimedia does not return
 * a picture.
 *
 * Until the registration is approved, only its owner can sign in.
 *
 * @see https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose/oauth2 Register an application
 * @see https://www.mediawiki.org/wiki/OAuth/For_Developers Documentation
 */
export default function Wikimedia(
  options: OAuthUserConfig<WikimediaProfile> = {},
): OAuth2Config<WikimediaProfile> {
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
