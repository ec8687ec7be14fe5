import type { AuthError } from '../../errors/auth-error.ts'
import { InvalidEndpoints, InvalidProvider } from '../../errors/configuration.ts'
import { variablePrefix } from '../../records/variable-prefix.ts'
import type { ResolvedOAuthProvider } from '../../types/providers/oauth.ts'
import type { ClientAuthMethod } from '../../types/providers/oauth-endpoints.ts'

/** Returns an OAuth or OpenID Connect provider's first problem. */
export function findOAuthProblem(provider: ResolvedOAuthProvider): AuthError | undefined {
  const { id, type, issuer, discovery, clientId, authorization, token, userinfo } = provider
  const { refresh, revocation, endSession } = provider
  const endpoints = { authorization: authorization.url, token: token.url, userinfo: userinfo.url }
  // First: a provider without its variables often also lacks the issuer, and only this provider
  // should fail.
  if (clientId === '') return noClient(provider, Object.values(endpoints).includes(undefined))
  const others = { refresh: refresh?.url, revocation: revocation?.url, endSession: endSession?.url }
  for (const [name, url] of Object.entries({ issuer, discovery, ...endpoints, ...others })) {
    if (url === undefined || (/^https?:\/\//.test(url) && URL.canParse(url))) continue
    // Only this provider needs it, so everything else works.
    return new InvalidProvider(`\`${name}\` for provider "${id}" is not an http(s) URL. Include the scheme.`)
  }
  if (issuer === undefined && type === 'oidc') {
    return new InvalidEndpoints(
      `The provider "${id}" has no \`issuer\`. ` +
        `Set ${variablePrefix(id)}_ISSUER in the environment, or pass \`issuer\`.`,
    )
  }
  if (provider.backchannelLogout && !provider.readsIdToken) return noLogoutTokens(provider)
  const { accessTokenLifetime: lifetime = 1 } = provider
  if (!(Number.isFinite(lifetime) && lifetime > 0))
    return new InvalidProvider(
      `\`accessTokenLifetime\` for provider "${id}" is ${String(lifetime)}. Set seconds, more than 0.`,
    )
  const missing = Object.entries(endpoints).find(([, url]) => url === undefined)
  if (issuer !== undefined || missing === undefined) return findClientProblem(provider)
  return new InvalidEndpoints(
    `The provider "${id}" has neither \`issuer\` nor \`${missing[0]}\`. Pass one of them.`,
  )
}

/** Without an ID token, it is not known which session at the provider a session belongs to. */
function noLogoutTokens({ id, type }: ResolvedOAuthProvider): InvalidProvider {
  return new InvalidProvider(
    type === 'oidc'
      ? `\`backchannelLogout\` for provider "${id}" needs its ID tokens. Remove \`idToken: false\`.`
      : `\`backchannelLogout\` for provider "${id}" needs OpenID Connect. ` +
          "Remove it, or set `type: 'oidc'` if the provider sends ID tokens.",
  )
}

/**
 * The option that each client authentication method needs.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
 */
const needs: Readonly<Record<ClientAuthMethod, 'clientSecret' | 'clientPrivateKey' | undefined>> = {
  client_secret_basic: 'clientSecret',
  client_secret_post: 'clientSecret',
  client_secret_jwt: 'clientSecret',
  private_key_jwt: 'clientPrivateKey',
  none: undefined,
}

function findClientProblem(provider: ResolvedOAuthProvider): AuthError | undefined {
  const { id, client } = provider
  const variable = variablePrefix(id)
  const method = client.token_endpoint_auth_method ?? 'client_secret_basic'
  if (!Object.hasOwn(needs, method)) {
    return new InvalidProvider(
      `The provider "${id}" has an unknown \`client.token_endpoint_auth_method\`. ` +
        `Set it to one of ${Object.keys(needs).join(', ')}.`,
    )
  }
  if (client.id_token_signed_response_alg === 'HS256' && provider.readsIdToken && !provider.clientSecret)
    return new InvalidProvider(
      `The provider "${id}" signs its ID tokens with the \`clientSecret\` (HS256), which is missing. ` +
        `Set ${variable}_SECRET in the environment, or remove \`id_token_signed_response_alg\`.`,
    )
  const needed = needs[method]
  if (needed === undefined || provider[needed]) return undefined
  return new InvalidProvider(
    needed === 'clientSecret'
      ? `The provider "${id}" has no \`clientSecret\`. Set ${variable}_SECRET in the environment; ` +
          `for a public client set \`client: { token_endpoint_auth_method: 'none' }\`.`
      : `The provider "${id}" uses private_key_jwt but has no \`clientPrivateKey\`. Pass a CryptoKey.`,
  )
}

/** Names all variables that are missing, so that you can set them at the same time. */
function noClient(
  { id, type, issuer, clientSecret, client }: ResolvedOAuthProvider,
  lacksEndpoint: boolean,
): InvalidProvider {
  const missing = [['clientId', 'ID']]
  const needed = needs[client.token_endpoint_auth_method ?? 'client_secret_basic']
  if (needed === 'clientSecret' && !clientSecret) missing.push(['clientSecret', 'SECRET'])
  if (issuer === undefined && (type === 'oidc' || lacksEndpoint)) missing.push(['issuer', 'ISSUER'])
  const options = joinNames(missing.map(([option]) => `\`${option}\``))
  const variables = joinNames(missing.map(([, name]) => `${variablePrefix(id)}_${name}`))
  return new InvalidProvider(
    `The provider "${id}" has no ${options}. Set ${variables} in the environment, or pass ${options}.`,
  )
}

function joinNames(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
