import type { HeaderReader } from '../contract.ts'

/** Name of the header by which a script asks for the target of a redirect instead of being redirected. */
export const RETURN_REDIRECT = 'x-auth-return-redirect'

/** Does a script ask, and not a person? */
export function wantsJson(headers: HeaderReader): boolean {
  if (headers.get(RETURN_REDIRECT) !== null) return true
  const accept = headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}
