import type { Context } from '../contract/context.ts'
import { isOAuthProvider } from '../contract/providers.ts'
import type { Result } from '../contract/result.ts'
import { InvalidLogoutToken } from '../errors/provider.ts'
import { UnknownProvider } from '../errors/request.ts'
import { formParameters } from '../http/body.ts'
import { acceptLogoutToken } from '../logout/backchannel.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'

/**
 * `POST /backchannel-logout/<provider>`: ends sessions for the provider. Reads no cookie.
 *
 * @throws {UnknownProvider} also if the provider may not end sessions
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest
 */
export async function receiveLogoutToken(ctx: Context): Promise<Result> {
  const { provider, headers, form } = ctx
  if (!acceptsLogoutTokens(provider))
    throw new UnknownProvider('No provider with this id accepts logout tokens. Set its `backchannelLogout`.')
  const [type] = (headers.get('content-type') ?? '').split(';')
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new InvalidLogoutToken(
      'Logout requests must be form-encoded. Send application/x-www-form-urlencoded.',
    )
  await acceptLogoutToken({ ...ctx, provider }, formParameters(form).getAll('logout_token'))
  return { type: 'json', status: 200, body: undefined }
}

function acceptsLogoutTokens(provider: Context['provider']): provider is ResolvedOAuthProvider {
  return isOAuthProvider(provider) && provider.backchannelLogout !== undefined
}
