import type { TwitchProfile } from '../../../src/providers/twitch.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://dev.twitch.tv/docs/authentication/getting-tokens-oidc',
  },
  discovery: {
    authorization_endpoint: 'https://id.twitch.tv/oauth2/authorize',
    token_endpoint: 'https://id.twitch.tv/oauth2/token',
    userinfo_endpoint: 'https://id.twitch.tv/oauth2/userinfo',
    jwks_uri: 'https://id.twitch.tv/oauth2/keys',
  },
  callbackParameters: { scope: 'openid user:read:email' },
  tokens: {
    token_type: 'bearer',
    expires_in: 14_310,
    refresh_token: 'gwdexample',
    scope: ['openid', 'user:read:email'],
  },
  profile: {
    sub: '713936733',
    azp: 'the-application',
    preferred_username: 'AnnExample',
    picture: 'https://static-cdn.jtvnw.net/jtv_user_pictures/ann-profile_image-300x300.png',
    email: 'ann@example.com',
    email_verified: true,
  },
  user: {
    id: '713936733',
    name: 'AnnExample',
    email: 'ann@example.com',
    image: 'https://static-cdn.jtvnw.net/jtv_user_pictures/ann-profile_image-300x300.png',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'always',
    rotates: 'only if a refresh returns a new one',
    sources: [
      'https://dev.twitch.tv/docs/authentication/refresh-tokens/',
      'https://dev.twitch.tv/docs/authentication/revoke-tokens',
    ],
  },
} satisfies Sample<TwitchProfile>
