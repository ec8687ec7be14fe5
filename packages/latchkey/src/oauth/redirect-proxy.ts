import { generateRandomState } from 'oauth4webapi'
import type { Context } from '../contract/context.ts'
import type { RedirectResult } from '../contract/result.ts'
import { type SealingKeys, seal, unseal } from '../crypto/sealed.ts'
import { UntrustedHost } from '../errors/configuration.ts'
import { InvalidCheck } from '../errors/sign-in.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import { isLoopback } from '../http/public-base.ts'
import { matchesHost } from '../security/host-pattern.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { usesFormPost } from './form-post.ts'

/**
 * The purpose of a proxy's state. It is a protocol constant, since proxy and deployment may have
 * different versions.
 */
const SALT = 'encodedState'
/** How many seconds a user may spend at the provider. */
const LIFETIME = 15 * 60

/**
 * The response parameters that are forwarded. Latchkey does not use any others, such as
 * `session_state`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 * @see https://www.rfc-editor.org/rfc/rfc9207#section-2 `iss`
 */
const FORWARDED = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'] as const

/** The URL for the provider's response, and the `state` that comes back with it. */
export interface RedirectTarget {
  readonly redirectUri: string
  readonly state: string
}

/**
 * Returns a sign-in's redirect URI: the configured one, or else the application's own callback URL,
 * or that of the redirect proxy. For a proxy, the `state` is sealed and holds the application's
 * callback URL. Either way, it holds 256 random bits.
 *
 * @throws {UntrustedHost} if any client can choose the host in that callback URL
 */
export async function redirectTarget(ctx: Context<ResolvedOAuthProvider>): Promise<RedirectTarget> {
  const { base, provider, auth } = ctx
  const own = endpointUrl(base, `callback/${provider.id}`)
  const configured = configuredRedirectUri(ctx)
  const proxy = usedProxy(provider)
  const random = generateRandomState()
  if (proxy === undefined || isHere(ctx, proxy)) return { redirectUri: configured ?? own, state: random }
  requireOwnHost(ctx)
  const { token } = await seal({ random, origin: own }, sealingKeys(ctx), LIFETIME, auth.now())
  return { redirectUri: configured ?? `${proxy}/callback/${provider.id}`, state: token }
}

/**
 * Returns the configured `redirect_uri`, which applications set behind a proxy that terminates TLS.
 * It must lead to this application's callback.
 */
function configuredRedirectUri({ auth, provider }: Context<ResolvedOAuthProvider>): string | undefined {
  const { url, params } = provider.authorization
  const uri = params?.redirect_uri ?? (url && new URL(url).searchParams.get('redirect_uri'))
  if (typeof uri !== 'string' || uri === '') return undefined
  auth.warnOnce(
    'redirect-uri-configured',
    `\`authorization\` for provider "${provider.id}" sets \`redirect_uri\`, which is used as is. ` +
      "Remove it, and set AUTH_URL to the application's public URL, from which all URLs are built.",
  )
  return uri
}

/** The proxy forwards to the sealed URL: an attacker could receive other users' codes. */
function requireOwnHost({ auth, base, provider: { id: provider } }: Context<ResolvedOAuthProvider>): void {
  if (auth.pinnedOrigin !== undefined || auth.hostTrust.isVerified || auth.isDevelopment) return
  throw new UntrustedHost(
    `A sign-in with "${provider}" cannot use the redirect proxy: ${base.origin} comes from a header ` +
      "that any client can send. Set AUTH_URL to this deployment's URL, or list its hosts: " +
      "`trustedHosts: ['*.preview.example.com']`",
    { provider },
  )
}

/**
 * Returns, on a redirect proxy, a redirect to the deployment that the response belongs to, or
 * `undefined` for the proxy's own sign-in. A plain state never contains a dot; a sealed one always
 * does.
 *
 * @throws {InvalidCheck} if the state cannot be read, or leads to a host that is not allowed
 */
export async function forward(
  ctx: Context<ResolvedOAuthProvider>,
  response: URLSearchParams,
): Promise<RedirectResult | undefined> {
  const { provider, auth, base } = ctx
  const proxy = usedProxy(provider)
  const state = response.get('state')
  if (proxy === undefined || !isHere(ctx, proxy) || !state?.includes('.')) return undefined
  const sealed = await unseal(state, sealingKeys(ctx), auth.now())
  if (sealed === undefined) {
    throw refusal(
      provider,
      'its state cannot be read. It is older than 15 minutes, was changed, or was sealed with another ' +
        'secret. Set the same AUTH_SECRET on proxy and deployment.',
    )
  }
  if (sealed.claims.origin === undefined) return undefined
  const target = deploymentUrl(provider, sealed.claims.origin)
  if (target.origin === base.origin) return undefined
  await requireAllowed(ctx, target)
  for (const [name, value] of forwardedParameters(provider, response)) target.searchParams.set(name, value)
  auth.logger.debug('response forwarded', { provider: provider.id, to: target.origin })
  return { type: 'redirect', url: target.href }
}

/**
 * A redirect cannot forward a posted form, so a provider that posts its response sends it directly
 * to the deployment.
 */
function usedProxy(provider: ResolvedOAuthProvider): string | undefined {
  return usesFormPost(provider) ? undefined : provider.redirectProxyUrl
}

function isHere({ base }: Context, proxy: string): boolean {
  return new URL(proxy).origin === base.origin
}

/**
 * Returns the callback URL that a deployment sealed. It must belong to the same provider and have
 * no query: a query could set a response parameter in advance.
 */
function deploymentUrl(provider: ResolvedOAuthProvider, origin: unknown): URL {
  const url = typeof origin === 'string' ? URL.parse(origin) : null
  const isBare = url !== null && `${url.origin}${url.pathname}` === origin
  if (!isBare || !url.pathname.endsWith(`/callback/${provider.id}`)) {
    throw refusal(provider, `its state does not lead to a bare URL that ends in /callback/${provider.id}.`)
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.host))) return url
  throw refusal(
    provider,
    `its state leads to ${url.origin}, which has no TLS. Serve the deployment over https.`,
  )
}

/** Without a list: any host in development, otherwise only hosts in the proxy's own domain. */
async function requireAllowed(
  { auth, base, provider }: Context<ResolvedOAuthProvider>,
  { host, hostname }: URL,
): Promise<void> {
  const { redirectProxyTargets: targets } = auth
  if (targets?.some((pattern) => matchesHost(host, pattern))) return
  if (targets !== undefined)
    throw refusal(
      provider,
      `its state leads to ${host}, which is not in \`redirectProxyTargets\`. ` +
        'Add it there if it is your deployment.',
    )
  if (auth.isDevelopment) return
  const { isOfSameOwner } = await import('../security/own-domain.ts')
  if (isOfSameOwner(hostname, new URL(base.origin).hostname)) return
  throw refusal(
    provider,
    `its state leads to ${host}, which is not known to belong to the owner of ${base.origin}. ` +
      `If it is your deployment, set \`redirectProxyTargets: ['${host}']\``,
  )
}

/**
 * A parameter that occurs twice is ambiguous.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.1
 */
function forwardedParameters(provider: ResolvedOAuthProvider, response: URLSearchParams): [string, string][] {
  return FORWARDED.flatMap((name) => {
    const [value, ...others] = response.getAll(name)
    if (others.length > 0) throw refusal(provider, `it has the parameter \`${name}\` more than once.`)
    return value === undefined ? [] : [[name, value] satisfies [string, string]]
  })
}

function refusal({ id: provider }: ResolvedOAuthProvider, reason: string): InvalidCheck {
  return new InvalidCheck(`A response from "${provider}" was not forwarded: ${reason}`, { provider })
}

function sealingKeys({ auth }: Context): SealingKeys {
  return { secrets: auth.secrets, salt: SALT }
}
