import type { Context, CredentialsRequest } from '../contract.ts'
import { doorUrl } from '../http/door-url.ts'

/** What the application's own functions may know of the request: nothing that was not sent, and no body to read twice. */
export function describeRequest({ method, door, url, base, headers, providerId }: Context): CredentialsRequest {
  return { method, url: url?.href ?? doorUrl(base, `${door}/${providerId}`), headers: new Headers([...headers]) }
}
