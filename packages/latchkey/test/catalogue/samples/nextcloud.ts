import type { NextcloudProfile } from '../../../src/providers/nextcloud.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

const data = {
  enabled: true,
  id: 'ann@home',
  displayname: 'Ann Example',
  email: 'ann@example.com',
  groups: ['staff'],
}
const avatar = 'https://cloud.example.com/index.php/avatar/ann%40home/512'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.nextcloud.com/server/28/developer_manual/client_apis/OCS/ocs-api-overview.html',
  },
  options: { issuer: 'https://cloud.example.com/' },
  tokens: { refresh_token: 'refresh-token', user_id: 'ann@home' },
  profile: { ...data, avatar },
  requests: [
    {
      url: 'https://cloud.example.com/ocs/v1.php/cloud/users/ann%40home?format=json',
      headers: { authorization: `Bearer ${ACCESS_TOKEN}`, 'ocs-apirequest': 'true' },
      response: { ocs: { meta: { status: 'ok', statuscode: 100, message: 'OK' }, data } },
    },
  ],
  user: { id: 'ann@home', name: 'Ann Example', email: 'ann@example.com', image: avatar },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Access token: 1 hour. Refresh token: does not expire.',
    sources: [
      'https://github.com/nextcloud/server/blob/master/apps/oauth2/lib/Controller/OauthApiController.php',
    ],
  },
} satisfies Sample<NextcloudProfile>
