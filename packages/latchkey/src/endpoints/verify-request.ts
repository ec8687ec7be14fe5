import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { pageUrl } from '../http/endpoint-url.ts'

/**
 * `GET /verify-request`: says that an e-mail was sent, on the built-in page or the application's
 * own.
 */
export async function showVerifyRequest({ auth, base, query }: Context): Promise<Result> {
  const { verifyRequest } = auth.pages
  if (verifyRequest) {
    const [provider, type] = [query.get('provider') ?? undefined, query.get('type') ?? undefined]
    return { type: 'redirect', url: pageUrl(base, verifyRequest, { provider, type }) }
  }
  return { type: 'page', status: 200, page: { name: 'verifyRequest', homeUrl: base.home } }
}
