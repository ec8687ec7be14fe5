import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://www.mediawiki.org/wiki/OAuth/For_Developers#Identifying_the_user_2 */
export interface WikimediaProfile {
  /** The same in all wikis of Wikimedia. */
  sub: number
  /** Not of people whom Wikimedia hides. */
  username?: string
  /** Whether the person proved that the address is theirs. */
  confirmed_email?: boolean
  /** Only when the application may know it. Empty, if there is none. */
  email?: string
  blocked: boolean
  groups?: string[]
}

/**
 * Wikimedia: Wikipedia, Commons and their sisters. Environment: `AUTH_WIKIMEDIA_ID`, `AUTH_WIKIMEDIA_SECRET`.
 *
 * What an application may know is part of its registration: e-mail addresses are told to those with "User identity verification only with access
 * to real name and email address". There are no pictures. Until a registration is approved only whoever made it can sign in.
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
    // What is granted is part of the registration; the code of a request that names scopes cannot be exchanged.
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
