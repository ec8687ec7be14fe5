import type { ResolvedAuth } from '../contract/context.ts'
import { wantsJson } from '../http/accept.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { isPageLoad } from '../http/fetch-metadata.ts'
import { publicBase } from '../http/public-base.ts'
import type { Caller } from '../request/read-request.ts'
import { warnOfOtherPort } from '../security/other-port.ts'
import type { HeaderReader } from '../types/basics.ts'

/** Set if the user has to confirm who they are, at the `url`. */
export interface Refused {
  readonly stepUp?: { readonly url: string } | undefined
}

/**
 * Returns where a user goes whom `protect` did not let through: to the page of the step-up, or to
 * the sign-in page, which leads back to the page.
 *
 * @param page path or URL
 */
export function refusalUrl(
  auth: ResolvedAuth,
  { headers, url }: Pick<Caller, 'headers' | 'url'>,
  { stepUp }: Refused,
  page: string | undefined,
): string {
  if (stepUp !== undefined) return stepUp.url
  const base = publicBase(auth, headers, url)
  // Only for the type: `protect` throws for an untrusted host.
  if (base === undefined) return `${auth.basePath}/signin`
  warnOfOtherPort(auth, headers, base.origin)
  const target = URL.parse(page ?? base.home, base.origin)
  const callbackUrl = target?.origin === base.origin ? target.href : base.home
  return namedPageUrl({ auth, base }, 'signIn', { callbackUrl })
}

/** Returns the body of the response to a script: what is missing, and where the user gets it. */
export function refusalBody({ stepUp }: Refused): { readonly error: string; readonly url?: string } {
  return stepUp === undefined
    ? { error: 'Please sign in.' }
    : { error: 'Please confirm that it is you.', url: stepUp.url }
}

/** Returns whether a script sent a request. Browsers say that they want to show a page. */
export function isScript(headers: HeaderReader): boolean {
  return wantsJson(headers) || !isPageLoad(headers) || !headers.get('accept')?.includes('text/html')
}

/**
 * Returns the page that a form was sent from, as the browser says. For a form that was offered again,
 * returns the page that it was on before.
 */
export function sendingPage({ basePath }: ResolvedAuth, headers: HeaderReader): string | undefined {
  const url = URL.parse(headers.get('referer') ?? '')
  if (url === null) return undefined
  return url.pathname === `${basePath}/verify` ? (url.searchParams.get('callbackUrl') ?? undefined) : url.href
}
