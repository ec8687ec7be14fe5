import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/**
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 */
export interface CognitoProfile extends Profile {
  sub: string
  'cognito:username': string
  /** The user's group names in the user pool. */
  'cognito:groups'?: string[]
}

/**
 * Returns the Amazon Cognito provider.
 *
 * Set `AUTH_COGNITO_ID` and `AUTH_COGNITO_SECRET` to your application's client ID and client
 * secret, and `AUTH_COGNITO_ISSUER` to `https://cognito-idp.<region>.amazonaws.com/<user pool id>`.
 *
 * Create the application:
 * 1. In the Cognito console, open your user pool. Under **Domain**, create a domain for it.
 * 2. Under **App clients**, choose **Create app client** and select **Traditional web
 *    application**, which has a client secret.
 * 3. On the app client's tab **Login pages**, edit **Managed login pages configuration**.
 * 4. Add the callback URL to **Allowed callback URLs**, and select **Authorization code grant**.
 * 5. Under **OpenID Connect scopes**, select **OpenID**, **Email** and **Profile**, and save.
 * 6. Copy the app client's client ID and client secret, and the user pool ID.
 *
 * @see https://console.aws.amazon.com/cognito/v2/idp/user-pools Register an application
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-userpools-server-contract-reference.html Documentation
 */
export default function Cognito<P extends CognitoProfile = CognitoProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
  return {
    id: 'cognito',
    name: 'Cognito',
    type: 'oidc',
    revocation: { types: ['refresh_token'] },
    endSession: {
      params: ({ client_id, post_logout_redirect_uri }) => ({
        client_id,
        logout_uri: post_logout_redirect_uri,
      }),
    },
    style: { brandColor: '#dd344c' },
    options,
  }
}
