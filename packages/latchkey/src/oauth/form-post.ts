import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'

/**
 * Returns whether the provider sends its response as a form that its site posts.
 *
 * @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
 */
export function usesFormPost({ authorization }: ResolvedOAuthProvider): boolean {
  const inUrl =
    authorization.url === undefined ? null : new URL(authorization.url).searchParams.get('response_mode')
  return (authorization.params?.response_mode ?? inUrl) === 'form_post'
}
