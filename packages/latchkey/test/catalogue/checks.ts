import { base64url } from 'jose'
import type { ResolvedOAuthProvider } from '../../src/types/providers/oauth.ts'
import { CLIENT_ID, CLIENT_SECRET } from './sample.ts'

/** The authorization code that every provider issues. */
export const CODE = 'a-code'

/** Returns the problems because of which a provider would reject an authorization request. */
export function findAuthorizationProblems(
  provider: ResolvedOAuthProvider,
  parameters: URLSearchParams,
): string[] {
  const expected: Record<string, unknown> = {
    response_type: parameters.get('response_type') === 'Assertion' ? 'Assertion' : 'code',
    [provider.clientIdParameter]: CLIENT_ID,
    code_challenge_method: provider.usesPkce ? 'S256' : null,
  }
  const wrong = Object.entries(expected).filter(([name, value]) => parameters.get(name) !== value)
  const missing = ['redirect_uri', 'state', ...(provider.usesNonce ? ['nonce'] : [])].filter(
    (name) => !parameters.get(name),
  )
  const repeated = [...new Set(parameters.keys())].filter((name) => parameters.getAll(name).length > 1)
  return [
    ...wrong.map(([name, value]) => `${name} is ${parameters.get(name)} instead of ${value}`),
    ...missing.map((name) => `${name} is missing`),
    ...repeated.map((name) => `${name} is repeated`),
    ...(provider.usesNonce || !parameters.has('nonce') ? [] : ['nonce is not supported']),
  ]
}

/**
 * Returns the problem because of which a provider would reject a token request.
 *
 * @param authorization the parameters of the authorization request; `undefined` if there was none
 */
export async function findTokenProblem(
  provider: ResolvedOAuthProvider,
  request: Request,
  authorization: URLSearchParams | undefined,
): Promise<string | undefined> {
  if (request.method !== 'POST') return `the method is ${request.method}`
  const body = new URLSearchParams(await request.text())
  if (authorization === undefined) return 'no authorization request was made'
  if (body.get('redirect_uri') !== authorization.get('redirect_uri')) return 'redirect_uri is wrong'
  if (authorization.get('response_type') === 'Assertion') return findAssertionProblem(body)
  if (body.get('code') !== CODE) return 'code is wrong'
  const verifier = body.get('code_verifier')
  const digest = verifier && (await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
  if ((digest && base64url.encode(new Uint8Array(digest))) !== authorization.get('code_challenge'))
    return 'code_verifier is wrong'
  return findClientProblem(provider, request, body)
}

/** Azure DevOps calls the code and the secret assertions, and expects no client ID. */
function findAssertionProblem(body: URLSearchParams): string | undefined {
  if (body.get('assertion') !== CODE) return 'assertion is wrong'
  return body.get('client_assertion') === CLIENT_SECRET ? undefined : 'client_assertion is wrong'
}

/** Accepts only the client authentication method of the provider's data. */
export function findClientProblem(
  provider: ResolvedOAuthProvider,
  request: Request,
  body: URLSearchParams,
): string | undefined {
  const idInBody = body.get(provider.clientIdParameter)
  switch (provider.client.token_endpoint_auth_method) {
    case 'none':
      return idInBody === CLIENT_ID ? undefined : 'the client ID is missing'
    case 'client_secret_post':
      // WeChat calls the parameter `secret`.
      return idInBody === CLIENT_ID && (body.get('client_secret') ?? body.get('secret')) === CLIENT_SECRET
        ? undefined
        : 'the client secret is missing in the body'
    case 'client_secret_basic':
    case undefined: {
      const [, given = ''] = (request.headers.get('authorization') ?? '').split('Basic ')
      // Both halves are form-encoded. See RFC 6749, section 2.3.1.
      const [id, secret] = atob(given)
        .split(':')
        .map((half) => new URLSearchParams(`half=${half}`).get('half'))
      return id === CLIENT_ID && secret === CLIENT_SECRET
        ? undefined
        : 'the client secret is missing in the header'
    }
    default:
      return `${provider.client.token_endpoint_auth_method} is not used in the catalogue`
  }
}
