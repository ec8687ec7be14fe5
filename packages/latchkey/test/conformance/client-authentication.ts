import type { Idp } from '@latchkey/test-support/kit/idp.ts'
import { generateKeyPair, jwtVerify } from 'jose'

/** How the client must authenticate at the token endpoint, if not with `client_secret_basic`. */
export type ClientAuthentication = 'client_secret_post' | 'client_secret_jwt' | 'private_key_jwt'

/** The key pair of the client. The provider knows the public key. */
export const CLIENT_KEY = await generateKeyPair('ES256')

/**
 * Verifies how a token request authenticates. Returns it as the provider of the kit accepts it:
 * with `client_secret_basic` if it is right, and without any authentication if not.
 */
export async function verifyClient(
  request: Request,
  method: ClientAuthentication | undefined,
  { clientId, clientSecret, issuer }: Idp,
): Promise<Request> {
  if (method === undefined) return request
  const body = await request.text()
  const form = new URLSearchParams(body)
  const isRight =
    request.headers.get('authorization') === null &&
    (method === 'client_secret_post'
      ? form.get('client_id') === clientId && form.get('client_secret') === clientSecret
      : await isValidAssertion(form, method, { clientId, clientSecret, issuer }))
  const basic = `Basic ${btoa(`${clientId}:${clientSecret.replaceAll(' ', '+')}`)}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return new Request(request.url, {
    method: 'POST',
    headers: isRight ? { ...headers, authorization: basic } : headers,
    body,
  })
}

/**
 * FAPI requires the issuer as the only audience.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
async function isValidAssertion(
  form: URLSearchParams,
  method: ClientAuthentication,
  { clientId, clientSecret, issuer }: Pick<Idp, 'clientId' | 'clientSecret' | 'issuer'>,
): Promise<boolean> {
  const isJwt = form.get('client_assertion_type') === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  if (!isJwt || form.has('client_secret')) return false
  const key = method === 'private_key_jwt' ? CLIENT_KEY.publicKey : new TextEncoder().encode(clientSecret)
  const { payload } = await jwtVerify(form.get('client_assertion') ?? '', key, {
    issuer: clientId,
    subject: clientId,
    audience: issuer,
    requiredClaims: ['exp', 'jti'],
  })
  return payload.aud === issuer
}
