import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config } from '../types/providers/oauth.ts'

/** @see https://workos.com/docs/reference/sso/profile */
export interface WorkOSProfile {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  /** User ID at their identity provider. */
  idp_id: string
  connection_id: string
  organization_id: string | null
  /** Original attributes from the identity provider. */
  raw_attributes?: Record<string, unknown>
  object?: string
  connection_type?: string
}

/** Options for the WorkOS provider. */
export interface WorkOSOptions<P extends WorkOSProfile = WorkOSProfile> extends OAuthUserConfig<P> {
  /** Connection that all users sign in with: `conn_…`. */
  connection?: string
}

/**
 * Returns the WorkOS provider.
 *
 * Set `AUTH_WORKOS_ID` to the client ID and `AUTH_WORKOS_SECRET` to an API key.
 *
 * Create the application:
 * 1. In the WorkOS dashboard, open **Applications**, select your application and open the tab
 *    **Redirects**.
 * 2. Add the callback URL.
 * 3. Copy the client ID, and create an API key under **API Keys**.
 * 4. Create an organization with a connection. Copy the connection ID, which starts with `conn_`.
 *
 * Scopes: The connection, not the scopes, decides which attributes WorkOS returns. You need
 * no other scopes.
 *
 * E-mail address: The address comes from an organization's identity provider, which sets its users'
 * addresses. WorkOS does not report whether an address is verified.
 *
 * Limits:
 * - Callback URLs in production environments must use HTTPS and cannot contain localhost. Sandbox
 *   environments accept both.
 *
 * WorkOS needs to know where a user signs in. Pass `connection`, or pass one of the authorization
 * parameters `connection`, `organization` and `provider` with each sign-in.
 *
 * Each organization sets its users' e-mail addresses. Do not link accounts by e-mail address.
 *
 * @see https://dashboard.workos.com Register an application
 * @see https://workos.com/docs/reference/sso Documentation
 */
export default function WorkOS<P extends WorkOSProfile = WorkOSProfile>({
  connection,
  ...options
}: WorkOSOptions<P> = {}): OAuth2Config<P> {
  return {
    id: 'workos',
    name: 'WorkOS',
    type: 'oauth',
    authorization: { url: 'https://api.workos.com/sso/authorize', params: { connection } },
    token: 'https://api.workos.com/sso/token',
    userinfo: 'https://api.workos.com/sso/profile',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, first_name, last_name, email, raw_attributes }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(' ') || null,
      email,
      image: typeof raw_attributes?.picture === 'string' ? raw_attributes.picture : null,
    }),
    refresh: false,
    style: { brandColor: '#6363f1' },
    options,
  }
}
