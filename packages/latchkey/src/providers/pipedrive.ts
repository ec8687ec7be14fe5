import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://developers.pipedrive.com/docs/api/v1/Users#getCurrentUser */
export interface PipedriveProfile {
  success: boolean
  data: {
    id: number
    name: string
    email: string
    icon_url: string | null
    /** The company that the user was in when they gave consent. */
    company_id: number
    company_name: string
    company_domain: string
  }
}

/**
 * Returns the Pipedrive provider.
 *
 * Set `AUTH_PIPEDRIVE_ID` and `AUTH_PIPEDRIVE_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In a developer sandbox account, open **Developer Hub** and choose **Create an app**.
 * 2. Choose between a public and a private app.
 * 3. On the tab **Basic info**, enter an **App name** and paste the callback URL into **OAuth
 *    Callback URL**. Choose **Save**.
 * 4. On the tab **OAuth & access scopes**, copy the **Client ID** and the **Client Secret**.
 *
 * Scopes: The registered application decides the permissions.
 *
 * E-mail address: The address is the Pipedrive user's. Pipedrive does not report whether an address
 * is verified.
 *
 * Limits:
 * - An application has only one callback URL.
 * - Pipedrive must review public apps. Private apps need no review, and users install them with a
 *   link.
 *
 * An access token is valid for one user in one company, but the account belongs to the user. To
 * have one account for each company, pass your own `profile` and add `company_id` to the `id`.
 *
 * @see https://app.pipedrive.com/developer-hub Register an application
 * @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization Documentation
 */
export default function Pipedrive<P extends PipedriveProfile = PipedriveProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'pipedrive',
    name: 'Pipedrive',
    type: 'oauth',
    authorization: { url: 'https://oauth.pipedrive.com/oauth/authorize', params: { scope: '' } },
    token: 'https://oauth.pipedrive.com/oauth/token',
    userinfo: 'https://api.pipedrive.com/v1/users/me',
    profile: ({ data: { id, name, email, icon_url } }) => ({ id: String(id), name, email, image: icon_url }),
    revocation: { url: 'https://oauth.pipedrive.com/oauth/revoke', endsGrant: true },
    style: { brandColor: '#017737' },
    options,
  }
}
