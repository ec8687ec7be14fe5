import { base64url } from 'jose'
import type { ResolvedOAuthProvider } from '../../src/types/oauth.ts'
import { CLIENT_ID, CLIENT_SECRET } from './sample.ts'

/** The code that a vendor gives. */
export const CODE = 'a-code'

/** What a vendor would refuse of an authorization request. */
export function findAuthorizationProblems(provider: ResolvedOAuthProvider, asked: URLSearchParams): string[] {
  const expected: Record<string, unknown> = {
    response_type: asked.get('response_type') === 'Assertion' ? 'Assertion' : 'code',
    [provider.clientIdParameter]: CLIENT_ID,
    code_challenge_method: provider.usesPkce ? 'S256' : null,
  }
  const problems = Object.entries(expected).filter(([name, value]) => asked.get(name) !== value)
  const missing = ['redirect_uri', 'state', ...(provider.usesNonce ? ['nonce'] : [])].filter(
    (name) => !asked.get(name),
  )
  const doubled = [...new Set(asked.keys())].filter((name) => asked.getAll(name).length > 1)
  return [
    ...problems.map(([name, value]) => `${name} is ${asked.get(name)} instead of ${value}`),
    ...missing.map((name) => `${name} is missing`),
    ...doubled.map((name) => `${name} is there more than once`),
    ...(provider.usesNonce || !asked.has('nonce') ? [] : ['a nonce that the vendor does not know']),
  ]
}

/** What it would refuse of a token request, after what was `asked` in the browser. */
export async function findTokenProblem(
  provider: ResolvedOAuthProvider,
  request: Request,
  asked: URLSearchParams | undefined,
): Promise<string | undefined> {
  if (request.method !== 'POST') return `a request by ${request.method}`
  const body = new URLSearchParams(await request.text())
  if (asked === undefined) return 'nobody agreed'
  if (body.get('redirect_uri') !== asked.get('redirect_uri')) return 'another redirect URI'
  if (asked.get('response_type') === 'Assertion') return findAssertionProblem(body)
  if (body.get('code') !== CODE) return 'another code'
  const verifier = body.get('code_verifier')
  const digest = verifier && (await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
  if ((digest && base64url.encode(new Uint8Array(digest))) !== asked.get('code_challenge'))
    return 'another code verifier'
  return findClientProblem(provider, request, body)
}

/** Azure DevOps calls the code and the secret assertions, and asks for no client id. */
function findAssertionProblem(body: URLSearchParams): string | undefined {
  if (body.get('assertion') !== CODE) return 'another assertion'
  return body.get('client_assertion') === CLIENT_SECRET ? undefined : 'another client assertion'
}

/** A client that proves who it is in the way that its data say, and in no other. */
function findClientProblem(
  provider: ResolvedOAuthProvider,
  request: Request,
  body: URLSearchParams,
): string | undefined {
  const idInBody = body.get(provider.clientIdParameter)
  switch (provider.client.token_endpoint_auth_method) {
    case 'none':
      return idInBody === CLIENT_ID ? undefined : 'no client id'
    case 'client_secret_post':
      // WeChat calls it in another way.
      return idInBody === CLIENT_ID && (body.get('client_secret') ?? body.get('secret')) === CLIENT_SECRET
        ? undefined
        : 'no client secret in the body'
    case 'client_secret_basic':
    case undefined: {
      const [, given = ''] = (request.headers.get('authorization') ?? '').split('Basic ')
      // Both halves are encoded as in a form. See RFC 6749, section 2.3.1.
      const [id, secret] = atob(given)
        .split(':')
        .map((half) => new URLSearchParams(`half=${half}`).get('half'))
      return id === CLIENT_ID && secret === CLIENT_SECRET ? undefined : 'no client secret in the header'
    }
    default:
      return `no vendor of the catalogue takes ${provider.client.token_endpoint_auth_method}`
  }
}
