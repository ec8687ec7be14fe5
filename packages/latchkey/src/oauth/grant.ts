import {
  authorizationCodeGrantRequest,
  getValidatedIdTokenClaims,
  nopkce,
  processAuthorizationCodeResponse,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import type { Context } from '../contract/context.ts'
import { InvalidCheck } from '../errors.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'
import { clientAuthOf, clientOf } from './client.ts'
import { responseFailure } from './failure.ts'
import { requestOptions } from './request-options.ts'
import type { Server } from './server.ts'
import { verifySignature } from './signature.ts'
import { asTenant } from './tenants.ts'
import type { Transaction } from './transaction.ts'

export interface Grant {
  readonly tokens: TokenEndpointResponse
  /** Only with OpenID Connect; signature, issuer, audience, times and nonce are verified. */
  readonly claims: Profile | undefined
}

/**
 * Turns the answer of a provider into tokens.
 *
 * @throws whatever `oauth4webapi` refuses
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3
 * @see https://www.rfc-editor.org/rfc/rfc9207 issuer identification
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export async function redeem(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  server: Server,
  transaction: Transaction,
  authorizationResponse: URLSearchParams,
): Promise<Grant> {
  const client = clientOf(provider)
  const options = requestOptions(ctx.auth, provider)
  const comparable =
    provider.issuer === undefined
      ? withoutIssuer(ctx, provider, authorizationResponse)
      : authorizationResponse
  const parameters = validated(provider, () =>
    validateAuthResponse(server.metadata, client, comparable, transaction.state),
  )
  const { redirectUri, codeVerifier, nonce } = transaction
  const sent = await authorizationCodeGrantRequest(
    server.metadata,
    client,
    clientAuthOf(provider),
    parameters,
    redirectUri,
    provider.usesPkce ? codeVerifier : nopkce,
    { ...options, additionalParameters: repeatedParameters(provider, parameters) },
  )
  const conforming = (await provider.token.conform?.(sent.clone())) ?? sent
  const response = provider.issuer ? conforming : await withoutIdToken(conforming)
  const isOidc = provider.type === 'oidc'
  const metadata = await asTenant(provider, server.metadata, response)
  const tokens = await processAuthorizationCodeResponse(metadata, client, response, {
    expectedNonce: nonce,
    requireIdToken: isOidc,
  })
  if (!isOidc) return { tokens, claims: undefined }
  await verifySignature(provider, server, response, tokens.id_token ?? '', options)
  return { tokens, claims: getValidatedIdTokenClaims(tokens) as Profile | undefined }
}

function validated(provider: ResolvedOAuthProvider, validate: () => URLSearchParams): URLSearchParams {
  let parameters: URLSearchParams
  try {
    parameters = validate()
  } catch (error) {
    throw responseFailure(provider, error)
  }
  if (parameters.has('code')) return parameters
  throw new InvalidCheck(`An answer from "${provider.id}" carries no code.`, { provider: provider.id })
}

function repeatedParameters({ token }: ResolvedOAuthProvider, response: URLSearchParams): [string, string][] {
  return [...response].filter(([name]) => token.repeats?.includes(name))
}

/** Of a provider whose issuer is not configured, nothing can be compared with the one that it names. It is told to who looks for it. */
function withoutIssuer(
  { auth }: Context,
  { id: provider }: ResolvedOAuthProvider,
  response: URLSearchParams,
): URLSearchParams {
  const rest = new URLSearchParams(response)
  if (rest.has('iss')) auth.logger.debug('issuer named', { provider, issuer: rest.get('iss') })
  rest.delete('iss')
  return rest
}

/** The same for an ID token: one that cannot be verified is not kept, so nobody can take it for one that was. */
async function withoutIdToken(response: Response): Promise<Response> {
  if (!response.ok) return response
  const { id_token: _, ...tokens } = (await response.json()) as Record<string, unknown>
  return Response.json(tokens)
}
