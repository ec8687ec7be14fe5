import type { ConfigCheck } from '../contract/checked-config.ts'
import {
  isOAuthProvider,
  type ResolvedCredentialsProvider,
  type ResolvedEmailProvider,
  type ResolvedProvider,
} from '../contract/providers.ts'
import { randomHex } from '../crypto/random.ts'
import { AuthError, asError } from '../errors/auth-error.ts'
import { InvalidOption, InvalidProvider, MissingAuthorize } from '../errors/configuration.ts'
import { isRecord } from '../records/record.ts'
import type { CredentialsConfig } from '../types/providers/credentials.ts'
import type { EmailConfig } from '../types/providers/email.ts'
import type { OAuth2Config, OIDCConfig, ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { TokenEndpoint } from '../types/providers/oauth-endpoints.ts'
import type { PasswordConfig } from '../types/providers/password.ts'
import type { Provider, ProviderConfig } from '../types/providers/provider.ts'
import { customFetch } from '../types/symbols.ts'
import type { Profile } from '../types/user.ts'
import { findEmailProblem, usesMail } from './checks/email-problems.ts'
import { findOAuthProblem } from './checks/oauth-problems.ts'
import { PROVIDER_OPTIONS } from './checks/option-names.ts'
import { findWrongShape } from './checks/shapes.ts'
import type { Environment } from './env.ts'
import { mergeOptions } from './merge.ts'
import { findPasswordProblem, resolvePassword } from './password.ts'
import { readProviderEnvironment } from './provider-env.ts'
import { findRedirectProxyProblem, type RedirectProxy, redirectProxyUrl } from './redirect-proxy.ts'
import { findConditionalUIProblem, findWebAuthnProblem, resolveWebAuthn } from './webauthn.ts'

const ONE_DAY = 24 * 60 * 60

/** What the configuration says for all providers. */
export interface ProviderFacts {
  readonly proxy: RedirectProxy
  /** Whether the option `mail` is set. */
  readonly hasMail: boolean
}

/**
 * Fills in the defaults of all providers. Rejects a provider that lacks one of its own options. Any
 * other problem is one of the whole configuration, and ends the list.
 */
export function resolveProviders(
  entries: readonly Provider[],
  env: Environment,
  { proxy, hasMail }: ProviderFacts,
): ConfigCheck {
  const providers = new Map<string, ResolvedProvider>()
  const refused = new Map<string, AuthError>()
  for (const [index, entry] of entries.entries()) {
    const provider = readEntry(entry, index, env)
    if (provider instanceof AuthError) return { providers, refused, problem: provider }
    const { id } = provider
    const isTaken = providers.has(id) || refused.has(id)
    const invalidId = isTaken ? duplicate(provider) : findIdProblem(provider)
    const problem = invalidId ?? findProblem(provider, { proxy, hasMail })
    if (problem === undefined) providers.set(id, resolveProvider(provider, { proxy, hasMail }))
    else if (invalidId === undefined && isOfOneProvider(problem)) refused.set(id, problem)
    else return { providers, refused, problem }
  }
  return { providers, refused, problem: findConditionalUIProblem(providers) }
}

/**
 * Passed options take precedence over the environment, and the environment over the factory's
 * defaults.
 */
function readEntry(entry: Provider, index: number, env: Environment): ProviderConfig | AuthError {
  try {
    const provider = typeof entry === 'function' ? entry(readProviderEnvironment(env, entry({}))) : entry
    if (typeof entry === 'function' && provider && 'password' in provider)
      return new InvalidProvider('`Password` is not called. Write `Password()` in `providers`.')
    if (provider?.options !== undefined && !isRecord(provider.options))
      return new InvalidProvider(
        `\`options\` for provider "${provider.id}" is not an object. Set it to an object, or omit it.`,
      )
    if (typeof provider?.id === 'string')
      return withSafeVerifier(provider, mergeOptions(provider, readProviderEnvironment(env, provider)))
  } catch (error) {
    const err = asError(error)
    return new InvalidProvider(`Entry ${index} of \`providers\` threw: ${err.message}`, { cause: { err } })
  }
  return new InvalidProvider(
    `Entry ${index} of \`providers\` is not a provider. ` +
      'Pass a factory such as `GitHub`, or an object with an `id`.',
  )
}

/**
 * If the application replaced only `profile` of a provider with its own `isEmailVerified`, its
 * users may have another address than the one that the provider verified. The address then counts
 * only if the profile has it as `email`, which is compared later.
 */
function withSafeVerifier({ options }: ProviderConfig, merged: ProviderConfig): ProviderConfig {
  if (!isOAuthProvider(merged)) return merged
  const { profile, isEmailVerified: own } = (options ?? {}) as Partial<OAuth2Config>
  const { isEmailVerified } = merged
  if (isEmailVerified === undefined || profile === undefined || own !== undefined) return merged
  return {
    ...merged,
    isEmailVerified: (raw) => (typeof raw.email === 'string' ? isEmailVerified(raw) : undefined),
  }
}

function resolveProvider(provider: ProviderConfig, { proxy, hasMail }: ProviderFacts): ResolvedProvider {
  switch (provider.type) {
    case 'credentials':
      return resolveCredentials(provider)
    case 'email':
      return resolveEmail(provider, hasMail)
    case 'webauthn':
      return resolveWebAuthn(provider)
    case 'oauth':
    case 'oidc':
      return resolveOAuth(provider, proxy.url)
  }
}

function resolveCredentials({
  id,
  name,
  credentials,
  account,
  authorize,
  ...others
}: CredentialsConfig): ResolvedCredentialsProvider {
  const password =
    'password' in others ? resolvePassword(others as Pick<PasswordConfig, 'password'>) : undefined
  return { id, name, type: 'credentials', credentials: credentials ?? {}, account, authorize, password }
}

function resolveEmail(provider: EmailConfig, hasMail: boolean): ResolvedEmailProvider {
  return {
    id: provider.id,
    name: provider.name,
    type: 'email',
    from: provider.from ?? '',
    server: provider.server,
    apiKey: provider.apiKey,
    maxAge: provider.maxAge ?? ONE_DAY,
    secret: provider.secret,
    generateToken: provider.generateVerificationToken ?? (() => randomHex(32)),
    hasOwnTokens: provider.generateVerificationToken !== undefined,
    normalize: provider.normalizeIdentifier,
    isPhone: 'phone' in provider,
    shortCode: provider.code ? { digits: provider.digits ?? 8, isOnly: provider.code === 'only' } : undefined,
    [customFetch]: provider[customFetch],
    sendVerificationRequest: provider.sendVerificationRequest,
    usesMail: usesMail(provider, hasMail),
  }
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims */
function readEmailVerified({ email, email_verified: claim }: Profile): boolean | undefined {
  // The claim is about the claim `email`. Only `true` itself vouches for it.
  if (typeof email !== 'string') return undefined
  return claim === true || (String(claim) === 'false' ? false : undefined)
}

function resolveOAuth(provider: OAuth2Config | OIDCConfig, proxyUrl?: string): ResolvedOAuthProvider {
  return {
    id: provider.id,
    name: provider.name,
    type: provider.type,
    clientId: provider.clientId ?? '',
    clientSecret: provider.clientSecret,
    issuer: provider.issuer,
    discovery: provider.discovery,
    authorization: endpoint(provider.authorization, provider.issuer),
    token: endpoint(provider.token, provider.issuer),
    userinfo: endpoint(provider.userinfo, provider.issuer),
    profile: provider.profile,
    isEmailVerified: provider.isEmailVerified ?? readEmailVerified,
    account: provider.account,
    accessTokenLifetime: provider.accessTokenLifetime,
    ...afterSignIn(provider),
    linksByEmail: provider.allowDangerousEmailAccountLinking ?? false,
    // `findProblem` ensures that the method is a known one.
    client: (provider.client ?? {}) as ResolvedOAuthProvider['client'],
    clientPrivateKey:
      provider.clientPrivateKey ?? endpoint<TokenEndpoint>(provider.token, undefined).clientPrivateKey,
    allowsHttp: provider.dangerouslyAllowHttp ?? false,
    readsIdToken: provider.type === 'oidc' && provider.idToken !== false,
    usesPkce: !provider.omits?.includes('pkce'),
    usesNonce: provider.type === 'oidc' && !provider.omits?.includes('nonce'),
    clientIdParameter: provider.clientIdParameter ?? 'client_id',
    issuerTemplate: provider.issuerTemplate,
    redirectProxyUrl: redirectProxyUrl(provider.redirectProxyUrl ?? proxyUrl),
    style: provider.style ?? {},
    fetch: provider[customFetch],
  }
}

/** Returns what a provider offers after the sign-in: fresh tokens, and ways to end the access. */
function afterSignIn({
  issuer,
  refresh,
  revocation,
  endSession,
  logout,
  backchannelLogout,
}: OAuth2Config | OIDCConfig): Pick<
  ResolvedOAuthProvider,
  'refresh' | 'revocation' | 'endSession' | 'logout' | 'backchannelLogout'
> {
  return {
    refresh: refresh === false ? undefined : endpoint(refresh, issuer),
    revocation: revocation === false ? undefined : endpoint(revocation, issuer),
    endSession: endSession === false ? undefined : endpoint(endSession, issuer),
    logout: logout ?? false,
    backchannelLogout: backchannelLogout === true ? {} : backchannelLogout || undefined,
  }
}

/**
 * Returns an endpoint with an absolute URL. Appends a path to the issuer, which may come from the
 * environment and is not known to the factory. Without an issuer, the URL of a path is `undefined`.
 */
function endpoint<E extends { url?: string | URL }>(
  given: string | URL | E | undefined,
  issuer: string | undefined,
): Omit<E, 'url'> & { url?: string } {
  const { url, ...others } = typeof given === 'object' && !(given instanceof URL) ? given : { url: given }
  if (url === undefined) return others as Omit<E, 'url'>
  const written = String(url)
  const whole = written.startsWith('/') ? issuer && issuer.replace(/\/+$/, '') + written : written
  return { ...(others as Omit<E, 'url'>), url: whole }
}

function duplicate(provider: ProviderConfig): AuthError {
  const { id } = provider
  if ('password' in provider)
    return new InvalidProvider(
      '`providers` has two `Password`. Pass all options to one, and remove the other.',
    )
  return new InvalidProvider(
    `Two providers have the id "${id}". Set another \`id\` for one of them: it is part of its URLs.`,
  )
}

const PROVIDER_ID = /^[\w-]{1,64}$/

function findIdProblem({ id }: ProviderConfig): AuthError | undefined {
  if (PROVIDER_ID.test(id)) return undefined
  return new InvalidProvider(
    `The provider id ${JSON.stringify(id)} is not valid in a URL. Use 1 to 64 letters, digits, "-" and "_".`,
  )
}

/**
 * Returns whether everything but the provider works. The other errors are the ones that Auth.js
 * reports.
 */
function isOfOneProvider(problem: AuthError): boolean {
  return problem instanceof InvalidProvider || problem instanceof InvalidOption
}

function findProblem(provider: ProviderConfig, { proxy, hasMail }: ProviderFacts): AuthError | undefined {
  const { id } = provider
  const wrong = findWrongValue(provider)
  if (wrong !== undefined) return new InvalidProvider(wrong)
  switch (provider.type) {
    case 'credentials':
      return findCredentialsProblem(provider)
    case 'email':
      return findEmailProblem(provider, hasMail)
    case 'webauthn':
      return findWebAuthnProblem(provider)
    case 'oauth':
    case 'oidc': {
      const resolved = resolveOAuth(provider, proxy.url)
      return findOAuthProblem(resolved) ?? findRedirectProxyProblem(proxy, resolved)
    }
  }
  return new InvalidProvider(
    `The provider "${id}" has the unknown \`type\` ${JSON.stringify((provider as ProviderConfig).type)}. ` +
      'Set it to oauth, oidc, email, credentials or webauthn.',
  )
}

/** `null` counts as not set. */
function findWrongValue({ id, type, ...options }: ProviderConfig): string | undefined {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null))
  return findWrongShape(given, PROVIDER_OPTIONS[type] ?? {}, (path) => `\`${path}\` for provider "${id}"`)
}

function findCredentialsProblem({
  id,
  account,
  credentials,
  authorize,
  ...others
}: CredentialsConfig): AuthError | undefined {
  if (typeof authorize !== 'function')
    return new MissingAuthorize(
      `The provider "${id}" has no \`authorize\`. ` +
        'Add `async authorize(credentials) { … }` and return the user or `null`.',
    )
  if ('password' in others)
    return findPasswordProblem({ id, ...(others as Pick<PasswordConfig, 'password'>) })
  const names = Object.keys(credentials ?? {})
  return account === undefined || names.length === 0 || names.includes(account)
    ? undefined
    : new InvalidProvider(
        `\`account\` for provider "${id}" is not a field of \`credentials\`. ` +
          `Set it to one of: ${names.join(', ')}.`,
      )
}
