import { type Client, type ClientAuth, ClientSecretBasic, ClientSecretJwt, ClientSecretPost, None, PrivateKeyJwt } from 'oauth4webapi'
import type { ClientPrivateKey, ResolvedOAuthProvider } from '../contract.ts'

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
  const { clientIdParameter, clientId } = provider
  if (clientIdParameter === 'client_id') return authenticate
  return async (server, client, body, headers) => {
    await authenticate(server, client, body, headers)
    body.delete('client_id')
    body.set(clientIdParameter, clientId)
  }
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
