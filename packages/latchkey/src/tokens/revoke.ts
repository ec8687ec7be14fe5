import { processRevocationResponse, ResponseBodyError, revocationRequest } from 'oauth4webapi'
import { withinTimeLimit } from '../async/bounded-call.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { backchannel, requestOptions } from '../oauth/backchannel.ts'
import { createClientAuth, toClient } from '../oauth/client-auth.ts'
import { unexpectedResponse } from '../oauth/failures/unexpected-response.ts'
import { resolveServer } from '../oauth/server.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import { logFailure } from './provider-failure.ts'

/** First the refresh token: it could still be used to request other access tokens. */
const TYPES = ['refresh_token', 'access_token'] as const
type TokenType = (typeof TYPES)[number]
type Revoke = (token: string, type: TokenType) => Promise<void>

/**
 * Revokes tokens at their provider, if it allows that: all of them within `timeouts.oauth`. Never
 * rejects. Logs a failure once for all tokens.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7009
 */
export async function revokeTokens(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  tokens: TokenSet,
): Promise<void> {
  const types = TYPES.filter((type) => provider.revocation?.types?.includes(type) ?? true)
  const all = types.flatMap((type) => (tokens[type] ? [[tokens[type], type] as const] : []))
  const known = provider.revocation?.endsGrant ? all.slice(0, 1) : all
  if (provider.revocation === undefined || known.length === 0) return
  try {
    await withinTimeLimit(auth.timeouts.oauth, async (limit) => {
      const revoke = await createRevocation(auth, provider, limit)
      if (revoke !== undefined) await revokeEach(known, revoke)
      else auth.logger.debug('no revocation endpoint', { provider: provider.id })
    })
  } catch (thrown) {
    const secrets = known.map(([token]) => token)
    await logFailure(auth, { provider, what: 'The tokens could not be revoked', thrown, secrets })
  }
}

/** Also tries the second token if the first one failed. @throws the first failure */
async function revokeEach(tokens: readonly (readonly [string, TokenType])[], revoke: Revoke): Promise<void> {
  const failures: unknown[] = []
  for (const [token, type] of tokens) await revoke(token, type).catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Returns how to revoke a token; `undefined` if the provider has no endpoint for it. */
async function createRevocation(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  signal: AbortSignal,
): Promise<Revoke | undefined> {
  const { clientId, clientSecret } = provider
  const { request, url } = provider.revocation ?? {}
  if (request !== undefined) {
    const fetch = backchannel(auth, provider)
    return async (token, type) => {
      const response = await request({ token, type, clientId, clientSecret, fetch })
      if (!response.ok) throw unexpectedResponse(provider, response)
    }
  }
  const { metadata } =
    url === undefined ? await resolveServer(auth, provider) : { metadata: namedIssuer(provider) }
  const endpoint = url ?? metadata.revocation_endpoint
  if (endpoint === undefined) return undefined
  const server = { ...metadata, revocation_endpoint: endpoint }
  const options = { ...requestOptions(auth, provider), signal }
  return async (token, type) => {
    const additionalParameters = { token_type_hint: type }
    const response = await revocationRequest(server, toClient(provider), createClientAuth(provider), token, {
      ...options,
      additionalParameters,
    })
    await processRevocationResponse(response).catch(unlessUnsupported)
  }
}

/** A configured endpoint needs no discovery. Some client authentication names the issuer. */
function namedIssuer({ id, issuer }: ResolvedOAuthProvider): {
  issuer: string
  revocation_endpoint?: string
} {
  return { issuer: issuer ?? `urn:latchkey:${id}` }
}

/**
 * Some providers cannot revoke access tokens, which then expire.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7009#section-2.2.1
 */
function unlessUnsupported(error: unknown): void {
  if (error instanceof ResponseBodyError && error.error === 'unsupported_token_type') return
  throw error
}
