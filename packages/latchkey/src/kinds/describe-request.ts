import type { Context, CredentialsRequest } from '../contract.ts'
import { doorUrl } from '../http/door-url.ts'

/** What the application's own functions may know of the request: nothing that was not sent, and no body to read twice. */
export function describeRequest({
  method,
  door,
  url,
  base,
  headers,
  providerId,
}: Context): CredentialsRequest {
  let copy: Headers | undefined
  return {
    method,
    url: url?.href ?? doorUrl(base, `${door}/${providerId}`),
    // Made when it is asked for: most applications look at the form alone.
    get headers() {
      copy ??= new Headers([...headers])
      return copy
    },
  }
}
