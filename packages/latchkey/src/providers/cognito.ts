import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/**
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 */
export interface CognitoProfile extends Profile {
  sub: string
  'cognito:username': string
  /** Names of the user's groups in the user pool. */
  'cognito:groups'?: string[]
}

/**
 * Returns the Amazon Cognito provider.
 *
 * Set `AUTH_COGNITO_ID` and `AUTH_COGNITO_SECRET` to the client ID and client secret of your
 * application, and `AUTH_COGNITO_ISSUER` to
 * `https://cognito-idp.<region>.amazonaws.com/<user pool id>`.
 *
 * The user pool needs a domain. Its app client needs a client secret, the authorization code grant,
 * and the scopes `openid`, `profile` and `email`.
 *
 * @see https://console.aws.amazon.com/cognito/v2/idp/user-pools Register an application
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-userpools-server-contract-reference.html Documentation
 */
export default function Cognito(options: OAuthUserConfig<CognitoProfile> = {}): OIDCConfig<CognitoProfile> {
  return { id: 'cognito', name: 'Cognito', type: 'oidc', style: { brandColor: '#dd344c' }, options }
}
