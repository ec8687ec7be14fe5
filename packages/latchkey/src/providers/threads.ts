import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.facebook.com/documentation/threads/threads-profiles */
export interface ThreadsProfile {
  /** Id of the person for this application. */
  id: string
  /** The handle. People can change it. */
  username: string
  name?: string
  threads_profile_picture_url?: string
}

/**
 * Threads. Environment: `AUTH_THREADS_ID`, `AUTH_THREADS_SECRET`: those of Threads, which a Meta app has beside its own.
 *
 * It tells no e-mail address, and takes only callback URLs with HTTPS. Until Meta has reviewed the app only its testers can sign in. An access
 * token is good for one hour.
 *
 * @see https://developers.facebook.com/apps Register an application
 * @see https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions Documentation
 */
export default function Threads(options: OAuthUserConfig<ThreadsProfile> = {}): OAuth2Config<ThreadsProfile> {
  return {
    id: 'threads',
    name: 'Threads',
    type: 'oauth',
    authorization: { url: 'https://threads.com/oauth/authorize', params: { scope: 'threads_basic' } },
    token: { url: 'https://graph.threads.com/oauth/access_token', conform: nameTokenType },
    userinfo: 'https://graph.threads.com/v1.0/me?fields=id,username,name,threads_profile_picture_url',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, name, username, threads_profile_picture_url: image }) => ({
      id,
      name: name ?? username,
      email: null,
      image: image ?? null,
    }),
    style: { brandColor: '#000000', icon: () => import('../icons/threads.ts') },
    options,
  }
}

/** Threads does not say of which type its tokens are. */
async function nameTokenType(response: Response): Promise<Response> {
  if (!response.ok) return response
  const tokens = (await response.json()) as object
  return Response.json({ token_type: 'bearer', ...tokens })
}
