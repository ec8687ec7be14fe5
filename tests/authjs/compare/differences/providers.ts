import { ABSENT } from '../diff.ts'
import type { ListedDifference, ListedField } from '../listed-difference.ts'

/** A provider, and the values of Auth.js and of Latchkey. */
type Row = readonly [id: string, authJs: string, latchkey: string]

const START = 'starts the sign-in › redirect'

const SCOPES: readonly Row[] = [
  ['azure-ad-b2c', 'openid profile email', 'openid offline_access app'],
  ['battlenet', 'openid profile email', 'openid'],
  ['bitbucket', 'account', 'account email'],
  ['box', 'openid profile email', ABSENT],
  ['boxyhq-saml', 'openid profile email', ABSENT],
  ['bungie', 'openid profile email', ABSENT],
  ['click-up', 'openid profile email', ABSENT],
  ['coinbase', 'wallet:user:email wallet:user:read', 'wallet:user:read wallet:user:email'],
  ['concept2', 'user:read,results:write', 'user:read'],
  ['faceit', 'openid profile email', 'openid email profile'],
  ['figma', 'files:read', 'current_user:read'],
  ['foursquare', 'openid profile email', ABSENT],
  ['freshbooks', 'openid profile email', 'user:profile:read'],
  ['instagram', 'user_profile', 'instagram_business_basic'],
  ['kakao', '', ABSENT],
  ['logto', 'offline_access openid email profile', 'openid profile email offline_access'],
  ['mailchimp', 'openid profile email', ABSENT],
  ['mattermost', 'openid profile email', 'user'],
  ['naver', 'openid profile email', ABSENT],
  ['netlify', '', ABSENT],
  ['nextcloud', 'openid profile email', ABSENT],
  ['pipedrive', 'openid profile email', ABSENT],
  ['trakt', '', 'public'],
  ['vk', 'email', 'vkid.personal_info email'],
  ['wikimedia', '', ABSENT],
  ['zoho', 'AaaServer.profile.Read', 'AaaServer.profile.READ'],
  ['zoom', '', ABSENT],
]

const ENDPOINTS: readonly Row[] = [
  ['discord', 'https://discord.com/api/oauth2/authorize', 'https://discord.com/oauth2/authorize'],
  ['facebook', 'https://www.facebook.com/v19.0/dialog/oauth', 'https://www.facebook.com/dialog/oauth'],
  [
    'freshbooks',
    'https://auth.freshbooks.com/service/auth/oauth/authorize',
    'https://auth.freshbooks.com/oauth/authorize',
  ],
  ['frontegg', 'https://id.test/oauth/authorize', 'https://id.test/authorize'],
  ['instagram', 'https://api.instagram.com/oauth/authorize', 'https://www.instagram.com/oauth/authorize'],
  ['nextcloud', 'https://id.test/apps/oauth2/authorize', 'https://id.test/index.php/apps/oauth2/authorize'],
  ['pinterest', 'https://www.pinterest.com/oauth', 'https://www.pinterest.com/oauth/'],
  ['strava', 'https://www.strava.com/api/v3/oauth/authorize', 'https://www.strava.com/oauth/authorize'],
  ['threads', 'https://threads.net/oauth/authorize', 'https://threads.com/oauth/authorize'],
  ['tiktok', 'https://www.tiktok.com/v2/auth/authorize', 'https://www.tiktok.com/v2/auth/authorize/'],
  ['todoist', 'https://todoist.com/oauth/authorize', 'https://app.todoist.com/oauth/authorize'],
  ['trakt', 'https://trakt.tv/oauth/authorize', 'https://auth.trakt.tv/oauth/authorize'],
  ['vk', 'https://oauth.vk.com/authorize', 'https://id.vk.ru/authorize'],
  [
    'wechat',
    'https://open.weixin.qq.com/connect/oauth2/authorize',
    'https://open.weixin.qq.com/connect/oauth2/authorize#wechat_redirect',
  ],
  ['zoho', 'https://accounts.zoho.com/oauth/v2/auth', 'https://id.test/oauth/v2/auth'],
]

const NAMES: readonly Row[] = [
  ['duende-identity-server6', 'DuendeIdentityServer6', 'Duende IdentityServer'],
  ['freshbooks', 'Freshbooks', 'FreshBooks'],
  ['twitter', 'Twitter', 'X'],
]

const WITH_PKCE = ['apple', 'atlassian', 'click-up', 'eveonline', 'figma', 'line', 'reddit', 'threads']
const WITHOUT_PKCE = ['azure-devops']

/** A parameter of the authorization request. */
const PARAMETERS: readonly (readonly [id: string, parameter: string, authJs: string, latchkey: string])[] = [
  ['atlassian', 'prompt', ABSENT, 'consent'],
  ['tiktok', 'client_id', 'app', ABSENT],
  [
    'twitch',
    'claims',
    '{"id_token":{"email":null,"picture":null,"preferred_username":null}}',
    '{"id_token":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}',
  ],
  ['united-effects', 'resource', 'https://id.test', ABSENT],
  ['vk', 'v', '5.131', ABSENT],
  ['wechat', 'client_id', 'app', ABSENT],
]

const nameScenario = (id: string): string => `built-in provider: ${id}`
const listIds = (rows: readonly (readonly [id: string, ...rest: string[]])[]): string =>
  rows.map(([id]) => `\`${id}\``).join(', ')

export const PROVIDERS: readonly ListedDifference[] = [
  {
    group: 'Built-in providers',
    what: `Scope: ${listIds(SCOPES)}`,
    authJs: 'Those of its file, or `openid profile email`.',
    latchkey: 'Those that the provider documents for reading the profile; none if it has none.',
    reason: 'A provider may reject other scopes, and an application should get no more than it needs.',
    see: 'providers/README.md',
    fields: SCOPES.map(([id, ...values]) => [`${nameScenario(id)} › ${START} › query › scope`, ...values]),
  },
  {
    group: 'Built-in providers',
    what: `PKCE: ${[...WITH_PKCE, ...WITHOUT_PKCE].map((id) => `\`${id}\``).join(', ')}`,
    authJs: 'Used if `checks` of its file names it.',
    latchkey: 'Used if the provider supports it.',
    reason: 'Every check that a provider supports is made.',
    see: 'project/decisions/0012-differ-from-authjs-where-it-is-safer.md#state-pkce-and-nonce',
    fields: [
      ...WITH_PKCE.flatMap((id): ListedField[] => [
        [`${nameScenario(id)} › ${START} › query › code_challenge`, ABSENT, '<random>'],
        [`${nameScenario(id)} › ${START} › query › code_challenge_method`, ABSENT, 'S256'],
      ]),
      ...WITHOUT_PKCE.flatMap((id): ListedField[] => [
        [`${nameScenario(id)} › ${START} › query › code_challenge`, '<random>', ABSENT],
        [`${nameScenario(id)} › ${START} › query › code_challenge_method`, 'S256', ABSENT],
      ]),
    ],
  },
  {
    group: 'Built-in providers',
    what: `Authorization endpoint: ${listIds(ENDPOINTS)}`,
    authJs: 'The address of its file.',
    latchkey: 'The address that the provider documents today.',
    reason: 'Providers move their endpoints.',
    see: 'providers/README.md',
    fields: ENDPOINTS.map(([id, ...values]) => [`${nameScenario(id)} › ${START} › target`, ...values]),
  },
  {
    group: 'Built-in providers',
    what: `Other parameters: ${listIds(PARAMETERS)}`,
    authJs: 'Those of its file.',
    latchkey: 'Those that the provider documents.',
    reason: 'A provider may need another name of the client ID, or further claims.',
    see: 'providers/README.md',
    fields: PARAMETERS.map(([id, name, ...values]) => [
      `${nameScenario(id)} › ${START} › query › ${name}`,
      ...values,
    ]),
  },
  {
    group: 'Built-in providers',
    what: `Name on the sign-in page: ${listIds(NAMES)}`,
    authJs: 'The name of its file.',
    latchkey: 'The name that the provider uses.',
    reason: 'Users know it.',
    see: 'providers/README.md',
    fields: NAMES.map(([id, ...values]) => [
      `${nameScenario(id)} › lists the providers › json › ${id} › name`,
      ...values,
    ]),
  },
]
