import type { AuthorizationServer } from 'oauth4webapi'
import { fromBase64url } from '../crypto/base64url.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'

/** What stands for a tenant: nothing that could lead to another host or path. */
const TENANT = '[\\w.-]+'

/**
 * The issuer that a discovery document for several tenants may name: the one that was asked, that of a single tenant, or, in braces, any
 * tenant's.
 */
export async function issuerOfTenants(template: string, asked: URL, response: Response): Promise<URL> {
  const { issuer } = (await response.clone().json()) as { issuer?: unknown }
  return typeof issuer === 'string' && patternOf(template, `(?:${TENANT}|\\{\\w+\\})`).test(issuer)
    ? new URL(issuer)
    : asked
}

/**
 * The server as the tenant sees it to whom an ID token belongs. The claims that name it are of a token that is not verified yet; the issuer that
 * comes of them is what the token is then verified against.
 *
 * @throws {Error} when they name none
 */
export async function asTenant(
  { issuerTemplate }: ResolvedOAuthProvider,
  metadata: AuthorizationServer,
  tokenResponse: Response,
): Promise<AuthorizationServer> {
  // A document that names one tenant leaves nothing open.
  if (issuerTemplate === undefined || !metadata.issuer.includes('{') || !tokenResponse.ok) return metadata
  const { id_token: idToken } = (await tokenResponse.clone().json()) as { id_token?: unknown }
  const claims = claimsOf(idToken)
  const issuer = issuerTemplate.replace(/\{(\w+)\}/g, (placeholder, claim: string) =>
    textOr(placeholder, claims[claim]),
  )
  if (!patternOf(issuerTemplate, TENANT).test(issuer))
    throw new Error('The ID token does not name the tenant that it is of.')
  return { ...metadata, issuer }
}

/** A template as a pattern for issuers, with what a tenant's place may hold. */
function patternOf(template: string, tenant: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(`^${parts.join(tenant)}$`)
}

function textOr(placeholder: string, claim: unknown): string {
  return typeof claim === 'string' ? claim : placeholder
}

function claimsOf(idToken: unknown): Record<string, unknown> {
  const [, payload = ''] = typeof idToken === 'string' ? idToken.split('.') : []
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(fromBase64url(payload)))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  } catch {
    // Not a token: what verifies it says so.
    return {}
  }
}
