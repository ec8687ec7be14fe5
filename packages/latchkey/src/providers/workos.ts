import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://workos.com/docs/reference/sso/profile */
export interface WorkOSProfile {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  /** Id of the person where they signed in. */
  idp_id: string
  connection_id: string
  organization_id: string | null
  /** What their identity provider said, in its own words. */
  raw_attributes?: Record<string, unknown>
}

/** What an application may set on WorkOS. */
export interface WorkOSOptions extends OAuthUserConfig<WorkOSProfile> {
  /** Where everybody signs in: `conn_…`. */
  connection?: string
}

/**
 * WorkOS. Environment: `AUTH_WORKOS_ID` (the client id), `AUTH_WORKOS_SECRET` (an API key).
 *
 * WorkOS has to know where a person signs in. Pass `connection`, or with each sign-in one of the authorization parameters `connection`,
 * `organization` and `provider`. Addresses are as each organisation writes them: do not link accounts by them.
 *
 * @see https://dashboard.workos.com Register an application
 * @see https://workos.com/docs/reference/sso Documentation
 */
export default function WorkOS({ connection, ...options }: WorkOSOptions = {}): OAuth2Config<WorkOSProfile> {
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
    style: { brandColor: '#6363f1' },
    options,
  }
}
