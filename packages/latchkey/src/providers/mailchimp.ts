import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ */
export interface MailchimpProfile {
  /** The account's data centre: the first part of the API's host name. */
  dc: string
  role: string
  /** Account name, which several users may share. */
  accountname: string
  login: {
    login_id: number
    login_name: string
    email: string
    avatar: string | null
  }
}

/**
 * Returns the Mailchimp provider.
 *
 * Set `AUTH_MAILCHIMP_ID` and `AUTH_MAILCHIMP_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In Mailchimp, open your account, and choose **Extras → Registered apps → Register An App**.
 * 2. Enter your application's name, description and website.
 * 3. Paste the callback URL into **Redirect URI** and choose **Create**.
 * 4. Copy the client ID and the client secret. Mailchimp shows the secret only once.
 *
 * Scopes: An access token has all the user's permissions, because Mailchimp has no scopes.
 *
 * E-mail address: The address is the user's Mailchimp login address. Mailchimp does not report
 * whether it is verified.
 *
 * Limits:
 * - Callback URLs cannot contain `localhost`. Use `127.0.0.1` on your own machine.
 * - Mailchimp does not return the user's name. `user.name` is the account name, which several users
 *   may share.
 * - Access tokens do not expire, so Mailchimp returns no refresh token.
 *
 * @see https://admin.mailchimp.com/account/oauth2/ Register an application
 * @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ Documentation
 */
export default function Mailchimp(
  options: OAuthUserConfig<MailchimpProfile> = {},
): OAuth2Config<MailchimpProfile> {
  return {
    id: 'mailchimp',
    name: 'Mailchimp',
    type: 'oauth',
    authorization: { url: 'https://login.mailchimp.com/oauth2/authorize', params: { scope: '' } },
    token: { url: 'https://login.mailchimp.com/oauth2/token', conform: withoutLifetime },
    userinfo: 'https://login.mailchimp.com/oauth2/metadata',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ accountname, login }) => ({
      id: String(login.login_id),
      name: accountname,
      email: login.email,
      image: login.avatar,
    }),
    refresh: false,
    style: { brandColor: '#ffe01b', icon: () => import('../icons/mailchimp.ts') },
    options,
  }
}

/** Removes `expires_in: 0`, which Mailchimp sends for tokens that do not expire. */
async function withoutLifetime(response: Response): Promise<Response | undefined> {
  if (!response.ok) return undefined
  return Response.json({ ...(await response.json()), expires_in: undefined })
}
