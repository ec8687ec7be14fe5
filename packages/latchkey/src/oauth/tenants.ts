import type { AuthorizationServer } from 'oauth4webapi'
import { fromBase64url } from '../crypto/base64url.ts'
import { parseRecord } from '../records/record.ts'

/** The allowed characters of a tenant: none that could lead to another host or path. */
const TENANT = '[\\w.-]+'

/**
 * Returns the issuer that a discovery document for several tenants may name: the configured one, a
 * single tenant's, or, with a claim in braces, any tenant's.
 */
export async function resolveTenantIssuer(
  template: string,
  configured: URL,
  response: Response,
): Promise<URL> {
  const { issuer } = (await response.clone().json()) as { issuer?: unknown }
  return typeof issuer === 'string' && toPattern(template, `(?:${TENANT}|\\{\\w+\\})`).test(issuer)
    ? new URL(issuer)
    : configured
}

/**
 * Returns the server with the issuer of the ID token's tenant. The token is not verified yet; it is
 * then verified against this issuer.
 *
 * @throws {Error} if its claims name no tenant
 */
export async function asTenant(
  template: string,
  metadata: AuthorizationServer,
  tokenResponse: Response,
): Promise<AuthorizationServer> {
  // A document that names a single tenant is complete.
  if (!metadata.issuer.includes('{') || !tokenResponse.ok) return metadata
  const { id_token: idToken } = (await tokenResponse.clone().json()) as { id_token?: unknown }
  const claims = peekClaims(idToken)
  const issuer = template.replace(/\{(\w+)\}/g, (placeholder, claim: string) =>
    textOr(placeholder, claims[claim]),
  )
  if (!toPattern(template, TENANT).test(issuer)) throw new Error('The ID token does not name its tenant.')
  return { ...metadata, issuer }
}

/**
 * Returns whether a server issues tokens under this issuer: its own, or, if each tenant has an
 * issuer, a tenant's.
 */
export function mayIssueAs(
  { issuer }: AuthorizationServer,
  template: string | undefined,
  name: string,
): boolean {
  if (template === undefined || !issuer.includes('{')) return name === issuer
  return toPattern(template, TENANT).test(name)
}

/** Returns the template as a pattern for issuers. `tenant` is the pattern for a tenant. */
function toPattern(template: string, tenant: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${parts.join(tenant)}$`)
}

function textOr(placeholder: string, claim: unknown): string {
  return typeof claim === 'string' ? claim : placeholder
}

/**
 * Returns a token's claims without verifying it. Returns none if it cannot be read; the
 * verification reports that.
 */
export function peekClaims(idToken: unknown): Record<string, unknown> {
  const [, payload = ''] = typeof idToken === 'string' ? idToken.split('.') : []
  return parseRecord(new TextDecoder().decode(fromBase64url(payload))) ?? {}
}
