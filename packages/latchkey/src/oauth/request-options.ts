import { allowInsecureRequests, customFetch } from 'oauth4webapi'
import type { ResolvedAuth } from '../contract/context.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import { backchannel } from './backchannel.ts'

export interface RequestOptions {
  readonly [customFetch]: typeof fetch
  readonly [allowInsecureRequests]: true
}

/** How `oauth4webapi` makes its requests to a provider. Whether one may go without TLS is decided by `backchannel`, which knows this machine. */
export function requestOptions(auth: ResolvedAuth, provider: ResolvedOAuthProvider): RequestOptions {
  return { [customFetch]: backchannel(auth, provider), [allowInsecureRequests]: true }
}
