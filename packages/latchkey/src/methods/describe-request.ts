import type { Context } from '../contract/context.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import type { CredentialsRequest } from '../types/common-provider.ts'

/**
 * What the application's own functions may know of the request: nothing that was not sent, and no
 * body to read twice.
 */
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
    // Made when it is asked for: most applications look at the form alone.
    get headers() {
      copy ??= new Headers([...headers])
      return copy
    },
  }
}
