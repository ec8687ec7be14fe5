import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { pageUrl } from '../http/endpoint-url.ts'

/** `GET /verify-request`: says that a mail is on its way, on our page or that of the application. */
export async function showVerifyRequest({ auth, base, query }: Context): Promise<Result> {
  if (auth.pages.verifyRequest)
    return { type: 'redirect', url: pageUrl(base, auth.pages.verifyRequest, Object.fromEntries(query)) }
  return { type: 'page', status: 200, page: { name: 'verifyRequest', homeUrl: base.home } }
}
