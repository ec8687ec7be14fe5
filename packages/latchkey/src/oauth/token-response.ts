import { type RecognizedTokenTypes, UnsupportedOperationError } from 'oauth4webapi'
import { parseRecord, withoutUndefined } from '../records/record.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { copyRequest } from './backchannel.ts'

/**
 * The standard members.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1
 */
const MEMBERS = new Set([
  'access_token',
  'token_type',
  'expires_in',
  'refresh_token',
  'scope',
  'id_token',
  'error',
  'error_description',
  'error_uri',
])

/**
 * Returns a token endpoint's response in the standard form, after the provider's `conform`.
 * Standard members that are `null` or empty count as missing. A list of scopes is joined. A token
 * without a type, or whose type contains `bearer`, becomes a Bearer token.
 *
 * Sets the status of a success to 200, and gives an error with a success status the standard error
 * status. Removes the `WWW-Authenticate` header of an error, which would keep the error from being
 * read.
 */
export async function standardResponse({ token }: ResolvedOAuthProvider, sent: Response): Promise<Response> {
  const given = (await token.conform?.(sent.clone())) ?? sent
  const body = await readBody(given)
  if (body === undefined) return copyRequest(sent, given)
  const isError = typeof body.error === 'string' && typeof body.access_token !== 'string'
  if (!given.ok && !isError) return copyRequest(sent, given)
  const standard = Response.json(isError ? body : withBearerType(body), {
    status: given.ok ? (isError ? 400 : 200) : given.status,
    headers: [...given.headers].filter(([name]) => name === 'retry-after' || name === 'date'),
  })
  return copyRequest(sent, standard)
}

/** Returns the JSON object of a response, or `undefined` if it has none. */
async function readBody(response: Response): Promise<Record<string, unknown> | undefined> {
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')
  const body = isJson ? parseRecord(await response.clone().text()) : undefined
  if (body === undefined) return undefined
  const members = Object.entries({ ...body, scope: joinScopes(body.scope) })
  return Object.fromEntries(members.filter(([name, value]) => !(MEMBERS.has(name) && isEmpty(value))))
}

function joinScopes(scope: unknown): unknown {
  return Array.isArray(scope) && scope.every((each) => typeof each === 'string') ? scope.join(' ') : scope
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function withBearerType({ token_type: type = 'bearer', ...others }: Record<string, unknown>): object {
  return { ...others, token_type: /bearer/i.test(String(type)) ? 'bearer' : type }
}

/** Removes a token response's ID token, which is then checked separately or not at all. */
export async function withoutIdToken(
  response: Response,
): Promise<{ readonly response: Response; readonly idToken: string | undefined }> {
  const body = response.status === 200 ? await readBody(response) : undefined
  if (body === undefined) return { response, idToken: undefined }
  const { id_token: idToken, ...others } = body
  return {
    response: copyRequest(response, Response.json(withoutUndefined(others))),
    idToken: typeof idToken === 'string' ? idToken : undefined,
  }
}

/**
 * Rejects the token type that `oauth4webapi` accepts and Latchkey cannot use, because Latchkey
 * sends no proof of a key. `oauth4webapi` rejects all other types except Bearer.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-7.1
 * @see https://www.rfc-editor.org/rfc/rfc9449#section-5
 */
export const recognizedTokenTypes: RecognizedTokenTypes = {
  dpop(_, body) {
    throw new UnsupportedOperationError('unsupported `token_type` value', { cause: { body } })
  },
}
