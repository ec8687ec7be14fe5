import type { ResolvedOAuthProvider } from '../../src/types/providers/oauth.ts'
import { findClientProblem } from './checks.ts'
import { isAt, type ProviderServer } from './provider-server.ts'
import {
  ACCESS_TOKEN,
  type ExpectedRequest,
  NEW_ACCESS_TOKEN,
  NEW_REFRESH_TOKEN,
  REFRESH_TOKEN,
  type Sample,
} from './sample.ts'

/** A sample whose sign-in results in a refresh token and an access token that expires. */
export function withRefreshToken(sample: Sample): Sample {
  return { ...sample, tokens: { refresh_token: REFRESH_TOKEN, expires_in: 3600, ...withoutGaps(sample) } }
}

function withoutGaps({ tokens = {} }: Sample): Sample['tokens'] {
  return Object.fromEntries(
    Object.entries(tokens).filter(
      ([name, value]) => !(['refresh_token', 'expires_in'].includes(name) && !value),
    ),
  )
}

/**
 * The server of a provider after the sign-in: refreshes and revokes tokens at the URLs, with the
 * client authentication and with the forms that the data and the sample state. Every other request
 * is one of the sign-in.
 */
export class AfterSignInServer {
  /** The refresh tokens that were sent, in order. */
  readonly refreshes: string[] = []
  /** The tokens that were sent to be revoked, in order. */
  readonly revocations: { token: string; hint: string | null }[] = []
  /** The requests of the sample that were sent. */
  readonly served: ExpectedRequest[] = []
  readonly #server: ProviderServer
  readonly #provider: ResolvedOAuthProvider
  readonly #sample: Sample

  constructor(server: ProviderServer, provider: ResolvedOAuthProvider, sample: Sample) {
    this.#server = server
    this.#provider = provider
    this.#sample = sample
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { url, method } = request
    const text = await request.clone().text()
    const { revocation, refresh, token } = this.#provider
    const expected = this.#sample.afterSignIn?.requests?.find(
      (candidate) =>
        url === new URL(candidate.url).href &&
        method === (candidate.method ?? 'GET') &&
        // The token endpoint serves other requests, too.
        (candidate.body === text || !isAt(url, token.url)),
    )
    if (expected !== undefined) {
      this.served.push(expected)
      return this.#server.serveExpected(expected, request)
    }
    const { revocation_endpoint, token_endpoint } = this.#server.discovery
    const body = new URLSearchParams(text)
    if (revocation && isAt(url, revocation.url ?? revocation_endpoint)) return this.#revoke(request, body)
    const isRefresh = body.get('grant_type') === 'refresh_token'
    if (isRefresh && isAt(url, refresh?.url ?? token.url ?? token_endpoint))
      return this.#refresh(request, body)
    return this.#server.fetch(request)
  }

  #revoke(request: Request, body: URLSearchParams): Response {
    const problem = findClientProblem(this.#provider, request, body)
    if (problem !== undefined) return this.#server.reject(`revocation: ${problem}`)
    this.revocations.push({ token: body.get('token') ?? '', hint: body.get('token_type_hint') })
    return new Response(null)
  }

  #refresh(request: Request, body: URLSearchParams): Response {
    const problem = findClientProblem(this.#provider, request, body)
    if (problem !== undefined) return this.#server.reject(`refresh: ${problem}`)
    this.refreshes.push(body.get('refresh_token') ?? '')
    const { tokens = {}, tokenContentType = 'application/json', afterSignIn } = this.#sample
    const rotated = afterSignIn?.rotates === false ? {} : { refresh_token: NEW_REFRESH_TOKEN }
    const { refresh_token: _, id_token: __, ...others } = tokens
    const response = { token_type: 'Bearer', expires_in: 3600, ...others, access_token: NEW_ACCESS_TOKEN }
    return new Response(JSON.stringify({ ...response, ...rotated }), {
      headers: { 'content-type': tokenContentType },
    })
  }
}

/** The tokens of the sign-in. */
export function listTokens({ tokens }: Sample): { readonly access: string; readonly refresh: string } {
  return {
    access: String(tokens?.access_token ?? ACCESS_TOKEN),
    refresh: String(tokens?.refresh_token ?? REFRESH_TOKEN),
  }
}
