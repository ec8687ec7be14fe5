import { generateKeyPairSync, randomBytes } from 'node:crypto'
import {
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { interactionPath } from './interaction.ts'
import { MemoryStore } from './memory-store.ts'
import { errorPage, signedOutPage, signOutPage } from './pages.ts'
import { CLAIMS_BY_SCOPE, findUser, toClaims } from './users.ts'

/** An application that is registered at the provider. */
export interface PlaygroundClient {
  readonly clientId: string
  /** The name of the application on the consent page. Default: `clientId`. */
  readonly clientName?: string
  /** Ignored with `tokenEndpointAuthMethod: 'none'`. */
  readonly clientSecret: string
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris?: readonly string[]
  readonly backchannelLogoutUri?: string
  /** Default: `client_secret_basic`. */
  readonly tokenEndpointAuthMethod?: 'client_secret_basic' | 'client_secret_post' | 'none'
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Returns the settings of `oidc-provider`. Keys are generated at each start, and every default for
 * which it would print a notice is replaced.
 */
export function providerSettings(issuer: string, clients: readonly PlaygroundClient[]): Configuration {
  return {
    adapter: () => new MemoryStore(),
    clients: clients.map(clientMetadata),
    claims: CLAIMS_BY_SCOPE,
    // Many applications read only the ID token. Large providers also put these claims there.
    conformIdTokenClaims: false,
    scopes: ['openid', 'offline_access'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    jwks: { keys: [{ ...rsaKey(), use: 'sig', alg: 'RS256' }] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies are not separated by port: these reach every application on localhost, so they have
      // unique names.
      names: {
        session: 'playground-id',
        interaction: 'playground-id.interaction',
        resume: 'playground-id.resume',
      },
    },
    // Each refresh token works once. A second use revokes all tokens of the sign-in.
    rotateRefreshToken: true,
    ttl: {
      // Short, so that applications have to refresh it while someone watches.
      AccessToken: 2 * MINUTE,
      AuthorizationCode: MINUTE,
      Grant: 14 * DAY,
      IdToken: HOUR,
      Interaction: HOUR,
      RefreshToken: 14 * DAY,
      Session: DAY,
    },
    interactions: { url: (_ctx, { uid }) => interactionPath(uid), policy: prompts() },
    findAccount: (_ctx, sub) => {
      const user = findUser(sub)
      return user && { accountId: sub, claims: async () => toClaims(user, issuer) }
    },
    clientBasedCORS: () => false,
    renderError,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      // As the default, which prints a notice: an application revokes its own tokens.
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
    },
    // The dispatcher of `oidc-provider` rejects loopback addresses, and the applications of the
    // playground have no others.
    fetch: (url, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) =>
      fetch(url, options),
  }
}

function clientMetadata(client: PlaygroundClient): ClientMetadata {
  const method = client.tokenEndpointAuthMethod ?? 'client_secret_basic'
  return {
    client_id: client.clientId,
    client_name: client.clientName ?? client.clientId,
    ...(method !== 'none' && { client_secret: client.clientSecret }),
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris ?? [],
    ...(client.backchannelLogoutUri && {
      backchannel_logout_uri: client.backchannelLogoutUri,
      // Without it, logout tokens end all sessions of the user.
      backchannel_logout_session_required: true,
    }),
    token_endpoint_auth_method: method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

function rsaKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
}

/**
 * Adds `select_account` to the `prompt` values `login` and `consent` of `oidc-provider`. It shows
 * the same page as `login`.
 */
function prompts() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

const FIXES: Readonly<Record<string, (ctx: KoaContextWithOIDC) => string>> = {
  invalid_redirect_uri: (ctx) =>
    `Allowed redirect URIs: ${ctx.oidc.client?.redirectUris?.join(', ')}. ` +
    'Set them with PROVIDER_REDIRECT_URIS.',
  invalid_client: () =>
    'Check that AUTH_PLAYGROUND_ID and AUTH_PLAYGROUND_SECRET are the same for the application ' +
    'and for Playground ID.',
}

const renderError: Configuration['renderError'] = (ctx, { error, error_description }) => {
  ctx.type = 'html'
  ctx.body = errorPage({
    code: error,
    message: error_description ?? 'The request could not be processed.',
    fix: FIXES[error]?.(ctx),
  })
}

function logoutSource(ctx: KoaContextWithOIDC, form: string): void {
  ctx.body = signOutPage({ form, clientName: ctx.oidc.client?.clientName })
}

function postLogoutSuccessSource(ctx: KoaContextWithOIDC): void {
  ctx.body = signedOutPage({ clientName: ctx.oidc.client?.clientName })
}
