import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** @see https://developers.pipedrive.com/docs/api/v1/Users#getCurrentUser */
export interface PipedriveProfile {
  success: boolean
  data: {
    id: number
    name: string
    email: string
    icon_url: string | null
    /** The company that the person was in when they agreed. */
    company_id: number
    company_name: string
    company_domain: string
  }
}

/**
 * Pipedrive. Environment: `AUTH_PIPEDRIVE_ID`, `AUTH_PIPEDRIVE_SECRET`.
 *
 * A token is good for one person in one company. The account belongs to the person: whoever has to be told apart by company as well adds
 * `company_id` to the `id` in a `profile` of their own. The permissions are those of the registration.
 *
 * @see https://app.pipedrive.com/developer-hub Register an application
 * @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization Documentation
 */
export default function Pipedrive(
  options: OAuthUserConfig<PipedriveProfile> = {},
): OAuth2Config<PipedriveProfile> {
  return {
    id: 'pipedrive',
    name: 'Pipedrive',
    type: 'oauth',
    authorization: { url: 'https://oauth.pipedrive.com/oauth/authorize', params: { scope: '' } },
    token: 'https://oauth.pipedrive.com/oauth/token',
    userinfo: 'https://api.pipedrive.com/v1/users/me',
    profile: ({ data: { id, name, email, icon_url } }) => ({ id: String(id), name, email, image: icon_url }),
    style: { brandColor: '#017737' },
    options,
  }
}
