import {
  type Client,
  type ClientAuth,
  ClientSecretJwt,
  ClientSecretPost,
  None,
  PrivateKeyJwt,
} from 'oauth4webapi'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { ClientAuthMethod, ClientPrivateKey } from '../types/providers/oauth-endpoints.ts'

/** Returns the application as the provider knows it. */
export function toClient({ clientId, client }: ResolvedOAuthProvider): Client {
  return { client_id: clientId, ...client }
}

/** Replaces a request's form. Omits fields that are `undefined`. */
type ReplaceForm = (
  standard: Readonly<Record<string, string>>,
) => Readonly<Record<string, string | undefined>>

/**
 * Returns how the application authenticates in a request to the provider. The configuration check
 * has verified that it is complete.
 *
 * @param forms replace the request's form, one after the other
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
export function createClientAuth(
  provider: ResolvedOAuthProvider,
  ...forms: readonly (ReplaceForm | undefined)[]
): ClientAuth {
  const authenticate =
    CLIENT_AUTH[provider.client.token_endpoint_auth_method ?? 'client_secret_basic'](provider)
  return async (server, client, body, headers) => {
    await authenticate(server, client, body, headers)
    rename(body, 'client_id', provider.clientIdParameter)
    for (const form of forms) if (form !== undefined) replaceAll(body, form(Object.fromEntries(body)))
  }
}

const CLIENT_AUTH: Readonly<Record<ClientAuthMethod, (provider: ResolvedOAuthProvider) => ClientAuth>> = {
  client_secret_basic: ({ clientSecret = '' }) => inHeader(clientSecret),
  client_secret_post: ({ clientSecret = '' }) => ClientSecretPost(clientSecret),
  client_secret_jwt: ({ clientSecret = '' }) => ClientSecretJwt(clientSecret),
  private_key_jwt: ({ clientPrivateKey }) => PrivateKeyJwt(clientPrivateKey as ClientPrivateKey),
  none: () => None(),
}

/**
 * Sends the credentials in the header. Unlike `ClientSecretBasic`, it leaves `-`, `.`, `_` and `*`
 * as they are, as in a form: some providers compare without decoding.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
 */
function inHeader(clientSecret: string): ClientAuth {
  return (_server, client, _body, headers) => {
    const credentials = [client.client_id, clientSecret].map(encodeForForm).join(':')
    headers.set('authorization', `Basic ${btoa(credentials)}`)
  }
}

function encodeForForm(value: string): string {
  return new URLSearchParams({ '': value }).toString().slice(1)
}

function rename(body: URLSearchParams, name: string, newName: string): void {
  const value = body.get(name)
  if (value === null || name === newName) return
  body.delete(name)
  body.set(newName, value)
}

function replaceAll(body: URLSearchParams, form: Readonly<Record<string, string | undefined>>): void {
  for (const name of [...body.keys()]) body.delete(name)
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.set(name, value)
}
