import {
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretJwt,
  ClientSecretPost,
  None,
  PrivateKeyJwt,
} from 'oauth4webapi'
import type { ClientPrivateKey, ResolvedOAuthProvider } from '../types/oauth.ts'

/** The application as the provider knows it. */
export function clientOf({ clientId, client }: ResolvedOAuthProvider): Client {
  return { client_id: clientId, ...client }
}

/**
 * How the application proves at the token endpoint that it is the client. What it takes was checked with the configuration.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
export function clientAuthOf(provider: ResolvedOAuthProvider): ClientAuth {
  const authenticate = standardAuthOf(provider)
  return async (server, client, body, headers) => {
    await authenticate(server, client, body, headers)
    rename(body, 'client_id', provider.clientIdParameter)
    if (provider.token.form !== undefined) replaceAll(body, provider.token.form(Object.fromEntries(body)))
  }
}

function rename(body: URLSearchParams, name: string, vendorsName: string): void {
  const value = body.get(name)
  if (value === null || name === vendorsName) return
  body.delete(name)
  body.set(vendorsName, value)
}

function replaceAll(body: URLSearchParams, form: Readonly<Record<string, string | undefined>>): void {
  for (const name of [...body.keys()]) body.delete(name)
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.set(name, value)
}

function standardAuthOf({ client, clientSecret = '', clientPrivateKey }: ResolvedOAuthProvider): ClientAuth {
  switch (client.token_endpoint_auth_method) {
    case undefined:
    case 'client_secret_basic':
      return ClientSecretBasic(clientSecret)
    case 'client_secret_post':
      return ClientSecretPost(clientSecret)
    case 'client_secret_jwt':
      return ClientSecretJwt(clientSecret)
    case 'private_key_jwt':
      return PrivateKeyJwt(clientPrivateKey as ClientPrivateKey)
    case 'none':
      return None()
  }
}
