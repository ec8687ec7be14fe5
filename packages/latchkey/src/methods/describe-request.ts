import type { Context } from '../contract/context.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import type { CredentialsRequest } from '../types/providers/common.ts'

/** Returns the request for the application's own functions, without its body. */
export function describeRequest({
  method,
  action,
  url,
  base,
  headers,
  providerId,
}: Context): CredentialsRequest {
  let copy: Headers | undefined
  return {
    method,
    url: url?.href ?? endpointUrl(base, `${action}/${providerId}`),
    // Created on first use, because most applications read only the form.
    get headers() {
      copy ??= new Headers([...headers])
      return copy
    },
  }
}
