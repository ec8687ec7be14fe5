import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  type Client,
  getValidatedIdTokenClaims,
  type JWKSCacheInput,
  jwksCache,
  KEY_SELECTION,
  nopkce,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  processGenericTokenEndpointResponse,
  type TokenEndpointResponse,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi'
import type { Context } from '../contract/context.ts'
import { fromBase64url } from '../crypto/base64url.ts'
import { CallbackRouteError } from '../errors/callbacks.ts'
import { InvalidCheck } from '../errors/sign-in.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'
import { type RequestOptions, requestOptions } from './backchannel.ts'
import { createClientAuth, toClient } from './client-auth.ts'
import { explain } from './failures/explained.ts'
import { responseFailure } from './failures/failure.ts'
import type { Server } from './server.ts'
import { asTenant } from './tenants.ts'
import { requireTokenHash } from './token-hash.ts'
import { recognizedTokenTypes, standardResponse, withoutIdToken } from './token-response.ts'
import type { Transaction } from './transaction.ts'

export interface Grant {
  readonly tokens: TokenEndpointResponse
  /** Only with OpenID Connect; the signature, issuer, audience, times and nonce are verified. */
  readonly claims: Profile | undefined
}

/**
 * Exchanges the provider's authorization response for tokens, and verifies the ID token.
 *
 * @throws any error of `oauth4webapi`
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3
 * @see https://www.rfc-editor.org/rfc/rfc9207 issuer identification
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export async function redeem(
  ctx: Context<ResolvedOAuthProvider>,
  server: Server,
  transaction: Transaction,
  authorizationResponse: URLSearchParams,
): Promise<Grant> {
  const { provider } = ctx
  const client = toClient(provider)
  const options = requestOptions(ctx.auth, provider)
  const parameters = await validate(ctx, server, client, transaction, authorizationResponse)
  const sent = await authorizationCodeGrantRequest(
    server.metadata,
    client,
    createClientAuth(provider, provider.token.form),
    parameters,
    transaction.redirectUri,
    provider.usesPkce ? transaction.codeVerifier : nopkce,
    { ...options, additionalParameters: repeatedParameters(provider, parameters) },
  )
  const standard = await standardResponse(provider, sent)
  // Without an issuer, an ID token cannot be verified. No code must take it for a verified one.
  const { response } = provider.issuer ? { response: standard } : await withoutIdToken(standard)
  const isOidc = provider.type === 'oidc'
  const metadata = provider.issuerTemplate
    ? await asTenant(provider.issuerTemplate, server.metadata, response)
    : server.metadata
  const tokens = await processTokens(metadata, client, response, transaction.nonce)
  if (!isOidc) return { tokens, claims: undefined }
  const { access_token: accessToken, id_token: idToken } = tokens
  if (idToken === undefined) throw noIdToken(provider)
  await verifySignature(provider, server, response, idToken, options)
  const claims = getValidatedIdTokenClaims(tokens) as Profile | undefined
  await requireTokenHash(provider.id, claims, accessToken, idToken)
  return { tokens, claims }
}

/**
 * Checks a token response. Ignores a `nonce` if none was sent: some providers add one by
 * themselves.
 */
function processTokens(
  metadata: AuthorizationServer,
  client: Client,
  response: Response,
  expectedNonce: string | undefined,
): Promise<TokenEndpointResponse> {
  return expectedNonce === undefined
    ? processGenericTokenEndpointResponse(metadata, client, response, { recognizedTokenTypes })
    : processAuthorizationCodeResponse(metadata, client, response, { expectedNonce, recognizedTokenTypes })
}

function noIdToken({ id }: ResolvedOAuthProvider): CallbackRouteError {
  return new CallbackRouteError(
    `The "${id}" token endpoint returned no \`id_token\`. Add \`openid\` to its scopes, ` +
      "or set `type: 'oauth'` if it is not an OpenID provider.",
    { provider: id },
  )
}

/**
 * Returns the response's parameters, marked as valid.
 *
 * @throws {InvalidCheck} or the provider's error
 */
async function validate(
  ctx: Context<ResolvedOAuthProvider>,
  { metadata }: Server,
  client: Client,
  { state, redirectUri }: Transaction,
  response: URLSearchParams,
): Promise<URLSearchParams> {
  const { provider } = ctx
  const comparable = provider.issuer === undefined ? withoutIssuer(ctx, response) : response
  let parameters: URLSearchParams
  try {
    parameters = validateAuthResponse(metadata, client, comparable, state)
  } catch (error) {
    await explain(provider, error)
    throw responseFailure(provider, error, redirectUri)
  }
  if (parameters.has('code')) return parameters
  throw new InvalidCheck(`A response from "${provider.id}" has no \`code\`.`, { provider: provider.id })
}

/**
 * Removes the issuer if none is configured to compare it with, and logs it for debugging.
 */
function withoutIssuer(
  { auth, provider }: Context<ResolvedOAuthProvider>,
  response: URLSearchParams,
): URLSearchParams {
  const rest = new URLSearchParams(response)
  if (rest.has('iss')) auth.logger.debug('issuer named', { provider: provider.id, issuer: rest.get('iss') })
  rest.delete('iss')
  return rest
}

function repeatedParameters({ token }: ResolvedOAuthProvider, response: URLSearchParams): [string, string][] {
  return [...response].filter(([name]) => token.repeats?.includes(name))
}

/**
 * Verifies an ID token's signature: with the issuer's published keys, or, if the provider is
 * configured for HS256, with the client secret.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation items 6 to 8
 */
async function verifySignature(
  provider: ResolvedOAuthProvider,
  { metadata, jwks }: Server,
  response: Response,
  idToken: string,
  options: RequestOptions,
): Promise<void> {
  if (provider.client.id_token_signed_response_alg === 'HS256')
    return verifyWithSecret(provider.clientSecret ?? '', idToken)
  const isCached = jwks.uat !== undefined
  const verify = (cache: JWKSCacheInput): Promise<void> =>
    // A copy, because `oauth4webapi` also stores the keys under this object.
    validateApplicationLevelSignature({ ...metadata }, response, { ...options, [jwksCache]: cache })
  try {
    await verify(jwks)
  } catch (error) {
    if (!isCached || !isUnknownKey(error)) throw error
    // The provider replaced its key after it was cached. No one else can cause this request: the
    // token is the provider's response to a valid code.
    const latest: JWKSCacheInput = {}
    await verify(latest)
    Object.assign(jwks, latest)
  }
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof OperationProcessingError && error.code === KEY_SELECTION
}

/** @see https://www.rfc-editor.org/rfc/rfc7518#section-3.2 */
async function verifyWithSecret(secret: string, idToken: string): Promise<void> {
  const end = idToken.lastIndexOf('.')
  const signature = fromBase64url(idToken.slice(end + 1)) ?? new Uint8Array()
  const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encode(secret), algorithm, false, ['verify'])
  if (await crypto.subtle.verify('HMAC', key, signature, encode(idToken.slice(0, end)))) return
  throw new OperationProcessingError('JWT signature verification failed')
}
