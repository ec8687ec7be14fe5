import type { Context } from '../contract/context.ts'
import type { CodeForm } from '../contract/pages.ts'
import type { ResolvedEmailProvider } from '../contract/providers.ts'
import type { Result } from '../contract/result.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { csrfField } from '../security/csrf.ts'

/**
 * `GET /verify-request`: says that an e-mail was sent, on the built-in page or the application's
 * own. Asks for the code, if there is one. With `Accept: application/json`, says what is asked for.
 */
export async function showVerifyRequest(ctx: Context): Promise<Result> {
  const { auth, base, query, headers } = ctx
  const [error, type] = [query.get('error') ?? undefined, query.get('type') ?? undefined]
  const id = query.get('provider') ?? undefined
  const provider = ctx.providers.get(id ?? '')
  const sendsCode = provider?.type === 'email' && provider.shortCode !== undefined
  const address = sendsCode ? await waitingAddress(ctx, provider) : undefined
  if (sendsCode && wantsJson(headers))
    return { type: 'json', status: 200, body: { waitsFor: address, digits: provider.shortCode.digits } }
  const { verifyRequest } = auth.pages
  if (verifyRequest)
    return { type: 'redirect', url: pageUrl(base, verifyRequest, { provider: id, type, error }) }
  const code = sendsCode && address !== undefined ? await codeForm(ctx, provider, address) : undefined
  return { type: 'page', status: 200, page: { name: 'verifyRequest', homeUrl: base.home, error, code } }
}

async function waitingAddress(ctx: Context, { id }: ResolvedEmailProvider): Promise<string | undefined> {
  return (await import('../methods/email/code.ts')).waitingAddress(ctx, id)
}

async function codeForm(
  ctx: Context,
  { id, shortCode, isPhone }: ResolvedEmailProvider,
  address: string,
): Promise<CodeForm> {
  const action = endpointUrl(ctx.base, `signin/${id}`)
  const field = isPhone ? 'phone' : 'email'
  return { action, field, csrfToken: await csrfField(ctx), address, hasLink: shortCode?.isOnly === false }
}
