import { generateRandomState } from 'oauth4webapi'
import type { Context } from '../contract/context.ts'
import type { RedirectResult } from '../contract/result.ts'
import { type SealingKeys, seal, unseal } from '../crypto/sealed.ts'
import { InvalidCheck } from '../errors.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import { isLoopback } from '../http/public-base.ts'
import { matchesHost } from '../security/host-pattern.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import { usesFormPost } from './authorization-url.ts'

/** The purpose of a state that a proxy reads: a protocol constant, since proxy and deployment may be of different versions. */
const SALT = 'encodedState'
/** Seconds that somebody may take at the provider. */
const LIFETIME = 15 * 60

/**
 * What of an answer is forwarded, and nothing else. `session_state` and the like are not used by anybody.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 * @see https://www.rfc-editor.org/rfc/rfc9207#section-2 `iss`
 */
const FORWARDED = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'] as const

/** Where the provider sends its answer, and the `state` that comes back with it. */
export interface RedirectTarget {
  readonly redirectUri: string
  readonly state: string
}

/**
 * The way back from the provider: straight to us, or by the proxy. Then `state` is sealed and tells the proxy our own callback URL; in both
 * forms it holds 256 random bits.
 */
export async function redirectTarget(ctx: Context, provider: ResolvedOAuthProvider): Promise<RedirectTarget> {
  const own = endpointUrl(ctx.base, `callback/${provider.id}`)
  const proxy = proxyOf(provider)
  const random = generateRandomState()
  if (proxy === undefined || isHere(ctx, proxy)) return { redirectUri: own, state: random }
  const { token } = await seal({ random, origin: own }, sealingKeys(ctx), LIFETIME, ctx.auth.now())
  return { redirectUri: `${proxy}/callback/${provider.id}`, state: token }
}

/**
 * On the proxy: the way to the deployment whose answer this is; `undefined` for an answer to a sign-in of our own. A state of our own has no
 * dot, a sealed one always has.
 *
 * @throws {InvalidCheck} when the state cannot be read, or leads where nothing is forwarded to
 */
export async function forward(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  response: URLSearchParams,
): Promise<RedirectResult | undefined> {
  const proxy = proxyOf(provider)
  const state = response.get('state')
  if (proxy === undefined || !isHere(ctx, proxy) || !state?.includes('.')) return undefined
  const sealed = await unseal(state, sealingKeys(ctx), ctx.auth.now())
  if (sealed === undefined) {
    throw refusal(
      provider,
      'its state cannot be read. It is older than 15 minutes, was changed, or was sealed by a deployment with another secret: give both the same AUTH_SECRET.',
    )
  }
  const { origin } = sealed.claims
  if (origin === undefined) return undefined
  const target = deploymentUrl(provider, origin)
  if (target.origin === ctx.base.origin) return undefined
  requireAllowed(ctx, provider, target)
  for (const [name, value] of forwardedParameters(provider, response)) target.searchParams.set(name, value)
  ctx.auth.logger.debug('answer forwarded', { provider: provider.id, to: target.origin })
  return { type: 'redirect', url: target.href }
}

/** A form cannot be redirected on as one, so a provider that answers by it sends it straight to us. */
function proxyOf(provider: ResolvedOAuthProvider): string | undefined {
  return usesFormPost(provider) ? undefined : provider.redirectProxyUrl
}

function isHere({ base }: Context, proxy: string): boolean {
  return new URL(proxy).origin === base.origin
}

/** The callback URL that a deployment sealed: of the same provider, and bare, so that no parameter of the answer can be forestalled. */
function deploymentUrl(provider: ResolvedOAuthProvider, origin: unknown): URL {
  const url = typeof origin === 'string' ? URL.parse(origin) : null
  const isBare = url !== null && `${url.origin}${url.pathname}` === origin
  if (!isBare || !url.pathname.endsWith(`/callback/${provider.id}`)) {
    throw refusal(provider, `its state does not lead to a bare URL that ends in /callback/${provider.id}.`)
  }
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.host))
  if (!isSafe)
    throw refusal(
      provider,
      `its state leads to ${url.origin}, which has no TLS. Reach the deployment by https.`,
    )
  return url
}

function requireAllowed({ auth }: Context, provider: ResolvedOAuthProvider, { host }: URL): void {
  const { redirectProxyTargets: targets } = auth
  if (targets === undefined || targets.some((pattern) => matchesHost(host, pattern))) return
  throw refusal(
    provider,
    `its state leads to ${host}, which is not in \`redirectProxyTargets\`. Add it there if it is a deployment of yours.`,
  )
}

/** Of a parameter that is there twice nobody knows which one is meant. @see https://www.rfc-editor.org/rfc/rfc6749#section-3.1 */
function forwardedParameters(provider: ResolvedOAuthProvider, response: URLSearchParams): [string, string][] {
  return FORWARDED.flatMap((name) => {
    const [value, ...others] = response.getAll(name)
    if (others.length > 0) throw refusal(provider, `it has the parameter \`${name}\` more than once.`)
    return value === undefined ? [] : [[name, value] satisfies [string, string]]
  })
}

function refusal({ id: provider }: ResolvedOAuthProvider, why: string): InvalidCheck {
  return new InvalidCheck(`An answer from "${provider}" was not forwarded: ${why}`, { provider })
}

function sealingKeys({ auth }: Context): SealingKeys {
  return { secrets: auth.secrets, salt: SALT }
}
