import type { AuthorizationServer } from 'oauth4webapi'
import type { ResolvedAuth } from '../contract/context.ts'
import { fromBase64url } from '../crypto/base64url.ts'
import { InvalidLogoutToken } from '../errors/provider.ts'
import { resolveServer, type Server } from '../oauth/server.ts'
import { mayIssueAs } from '../oauth/tenants.ts'
import { isRecord, parseRecord } from '../records/record.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Far more than any of them has. */
const MAX_TOKEN_LENGTH = 16 * 1024
/** Maximum length of `sub`, `sid` and `jti`. OpenID Connect allows 255 characters for `sub`. */
const MAX_ID_LENGTH = 1024
/**
 * Providers send logout tokens immediately, and the standard recommends a lifetime of two minutes.
 */
const MAX_AGE_SECONDS = 5 * 60
/** The same as for ID tokens. */
const PROVIDER_CLOCK_TOLERANCE_SECONDS = 30

/** A logout token with a verified signature and verified claims. */
export interface LogoutToken {
  readonly issuer: string
  /** `jti`, by which it is accepted once. */
  readonly id: string
  readonly sub: string | undefined
  readonly sid: string | undefined
  /** Seconds since 1970. */
  readonly issuedAt: number
}

/** The maximum time that a logout token is accepted after it was issued, in seconds. */
export const MAX_LIFETIME_SECONDS: number = MAX_AGE_SECONDS + 2 * PROVIDER_CLOCK_TOLERANCE_SECONDS

type Claims = Readonly<Record<string, unknown>>

interface Facts {
  readonly provider: ResolvedOAuthProvider
  readonly metadata: AuthorizationServer
  readonly header: Claims
  readonly claims: Claims
  /** Seconds since 1970. */
  readonly now: number
}

/**
 * Verifies a logout token. Everything that needs no key comes first, so that a forged token costs
 * little.
 *
 * @throws {InvalidLogoutToken} naming the check that failed
 * @throws {ServiceUnavailable} if the provider's keys cannot be loaded now
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation
 */
export async function verifyLogoutToken(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  token: string,
): Promise<LogoutToken> {
  const { header, claims } = parse(provider, token)
  const server: Server = await resolveServer(auth, provider)
  const facts: Facts = { provider, metadata: server.metadata, header, claims, now: auth.now() / 1000 }
  const [problem] = CHECKS.find(([, holds]) => !holds(facts)) ?? []
  if (problem !== undefined) throw refused(provider, problem)
  const { verifySignature } = await import('./logout-signature.ts')
  if (!(await verifySignature(auth, provider, server, token, header)))
    throw refused(provider, 'its signature is wrong')
  const { iss, jti, sub, sid, iat } = claims
  return {
    issuer: iss as string,
    id: jti as string,
    sub: sub as string | undefined,
    sid: sid as string | undefined,
    issuedAt: iat as number,
  }
}

function parse(
  provider: ResolvedOAuthProvider,
  token: string,
): { readonly header: Claims; readonly claims: Claims } {
  if (token.length > MAX_TOKEN_LENGTH) throw refused(provider, 'it is too long')
  const parts = token.split('.')
  if (parts.length === 5)
    throw refused(
      provider,
      'it is encrypted, which is not supported. Register the client there without ID token encryption',
    )
  const [header, claims] = parts.map((part) => parseRecord(new TextDecoder().decode(fromBase64url(part))))
  if (parts.length !== 3 || header === undefined || claims === undefined)
    throw refused(provider, 'it is not a JWT')
  return { header, claims }
}

/** The conditions before the signature check, and the problem if one is not met. */
const CHECKS: readonly (readonly [string, (facts: Facts) => boolean])[] = [
  ['its algorithm is not one that the provider signs ID tokens with', hasAgreedAlgorithm],
  ['its header has `crit`', ({ header }) => header.crit === undefined],
  [
    'its `typ` is not `logout+jwt`. For a provider without it, set `backchannelLogout.allowsUntyped`',
    hasType,
  ],
  ["its `iss` is not the provider's issuer", hasIssuer],
  ['its `aud` is not this client', hasAudience],
  ['its `iat` is missing, too old or in the future', isRecentlyIssued],
  ['its `exp` is missing or has passed', hasNotExpired],
  ['its `nbf` is in the future', ({ claims, now }) => claims.nbf === undefined || isPast(claims.nbf, now)],
  ['its `events` do not contain the logout', hasEvent],
  ['it has a `nonce`', ({ claims }) => !('nonce' in claims)],
  ['it has neither `sub` nor `sid`, or not as text', hasName],
  ['its `jti` is missing', ({ claims }) => isId(claims.jti)],
]

/** The public-key algorithms. `none` and the secret-key algorithms are not among them. */
const ALGORITHM = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519|ML-DSA-\d\d)$/

/** The same as for ID tokens. */
function hasAgreedAlgorithm({ provider: { client }, metadata, header: { alg } }: Facts): boolean {
  const agreed = client.id_token_signed_response_alg
  if (agreed === 'HS256') return alg === agreed
  const supported = agreed === undefined ? metadata.id_token_signing_alg_values_supported : [agreed]
  return typeof alg === 'string' && ALGORITHM.test(alg) && (supported ?? ['RS256']).includes(alg)
}

/** Explicit types keep other tokens from being used as logout tokens. */
function hasType({ provider, header: { typ } }: Facts): boolean {
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ
  return type === 'logout+jwt' || (isLenient(provider) && (type === undefined || type === 'jwt'))
}

function isLenient({ backchannelLogout }: ResolvedOAuthProvider): boolean {
  return backchannelLogout?.allowsUntyped === true
}

function hasIssuer({ provider, metadata, claims: { iss } }: Facts): boolean {
  return typeof iss === 'string' && mayIssueAs(metadata, provider.issuerTemplate, iss)
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation items 3 to 5 */
function hasAudience({ provider: { clientId }, claims: { aud, azp } }: Facts): boolean {
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!audiences.includes(clientId) || (azp !== undefined && azp !== clientId)) return false
  return audiences.length === 1 || azp === clientId
}

function isRecentlyIssued({ claims: { iat }, now }: Facts): boolean {
  return isPast(iat, now) && now - (iat as number) < MAX_AGE_SECONDS + PROVIDER_CLOCK_TOLERANCE_SECONDS
}

function isPast(time: unknown, now: number): boolean {
  return typeof time === 'number' && time - PROVIDER_CLOCK_TOLERANCE_SECONDS <= now
}

function hasNotExpired({ provider, claims: { exp }, now }: Facts): boolean {
  if (exp === undefined) return isLenient(provider)
  return typeof exp === 'number' && exp + PROVIDER_CLOCK_TOLERANCE_SECONDS > now
}

function hasEvent({ claims: { events } }: Facts): boolean {
  return isRecord(events) && Object.hasOwn(events, EVENT) && isRecord(events[EVENT])
}

function hasName({ claims: { sub, sid } }: Facts): boolean {
  const names = [sub, sid].filter((name) => name !== undefined)
  return names.length > 0 && names.every(isId)
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH
}

/** Returns the error for a logout token. @param problem the problem, as a clause */
export function refused({ id }: ResolvedOAuthProvider, problem: string): InvalidLogoutToken {
  return new InvalidLogoutToken(`A logout token for the provider "${id}" was refused: ${problem}.`, {
    provider: id,
  })
}
