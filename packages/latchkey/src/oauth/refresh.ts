import { processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi'
import { withinTimeLimit } from '../async/bounded-call.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { parseRecord } from '../records/record.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import { requestOptions } from './backchannel.ts'
import { clientAuthOf, clientOf } from './client-auth.ts'
import { isOfSameUser } from './id-token-user.ts'
import { type RefreshFailure, refreshFailure } from './refresh-failure.ts'
import { serverOf } from './server.ts'
import { tokenSet } from './token-set.ts'

/** How a refresh ended. It can be passed to another process as JSON. */
export type RefreshOutcome = { readonly tokens: TokenSet } | RefreshFailure

/** The tokens that a refresh replaces. */
export interface TokensToRefresh {
  readonly refreshToken: string
  /** The ID token of the sign-in or of the latest refresh. */
  readonly idToken: string | undefined
}

/**
 * Requests new tokens from the provider: within one time limit, also if its endpoints have to be
 * discovered first. Never rejects.
 *
 * @returns tokens with `expires_at`. Without a new refresh token, they contain the old one. An ID
 *   token is included only if it is of the same user as the previous one
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokens
 */
export async function requestRefresh(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  current: TokensToRefresh,
): Promise<RefreshOutcome> {
  try {
    return await withinTimeLimit(auth.timeouts.oauth, (limit) => refresh(auth, provider, current, limit))
  } catch (error) {
    return refreshFailure(provider, error)
  }
}

async function refresh(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  { refreshToken, idToken }: TokensToRefresh,
  signal: AbortSignal,
): Promise<RefreshOutcome> {
  const { metadata } = await serverOf(auth, provider)
  const { form, url: token_endpoint = metadata.token_endpoint } = provider.refresh ?? {}
  const server = { ...metadata, ...(token_endpoint !== undefined && { token_endpoint }) }
  const client = clientOf(provider)
  const options = { ...requestOptions(auth, provider), signal }
  const clientAuth = clientAuthOf(provider, provider.token.form, form)
  const sent = await refreshTokenGrantRequest(server, client, clientAuth, refreshToken, options)
  const conforming = (await provider.token.conform?.(sent.clone())) ?? sent
  const { response, newIdToken } = await readable(conforming)
  const { id_token: _, ...received } = tokenSet(
    await processRefreshTokenResponse(server, client, response),
    auth.now(),
  )
  const keepsIdToken = newIdToken !== undefined && isOfSameUser(newIdToken, idToken)
  return {
    tokens: {
      ...received,
      refresh_token: received.refresh_token ?? refreshToken,
      ...(keepsIdToken && { id_token: newIdToken }),
    },
  }
}

/**
 * Returns the response in a form in which it can be accepted. The provider may have used up the
 * refresh token, so its new tokens must not be lost because of a detail: an ID token, which is
 * checked apart, or a member that is `null`.
 *
 * An error with the status 200, which some providers send, gets the status of the standard. An
 * error beside a `WWW-Authenticate` header, in place of which it would not be read, loses that.
 */
async function readable(
  response: Response,
): Promise<{ readonly response: Response; readonly newIdToken?: string | undefined }> {
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')
  const body = isJson ? parseRecord(await response.clone().text()) : undefined
  if (body === undefined) return { response }
  const { id_token: idToken, ...rest } = body
  const isError = typeof body.error === 'string' && typeof body.access_token !== 'string'
  if (response.status !== 200 && !isError) return { response }
  const members = Object.entries(rest).filter(([, value]) => value !== null)
  const retryAfter = response.headers.get('retry-after')
  return {
    response: Response.json(Object.fromEntries(members), {
      status: response.status === 200 && isError ? 400 : response.status,
      ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
    }),
    newIdToken: typeof idToken === 'string' ? idToken : undefined,
  }
}
