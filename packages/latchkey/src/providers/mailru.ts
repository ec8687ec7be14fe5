import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/oauth.ts'

/** @see https://help.mail.ru/developers/oauth/about */
export interface MailRuProfile {
  id: string
  name: string
  nickname?: string
  first_name?: string
  last_name?: string
  email: string
  image?: string
}

/**
 * Mail.ru. Environment: `AUTH_MAILRU_ID`, `AUTH_MAILRU_SECRET`. It does not say whether an address is verified.
 *
 * @see https://oauth.mail.ru/app/ Register an application
 * @see https://help.mail.ru/developers/oauth/about Documentation
 */
export default function MailRu(options: OAuthUserConfig<MailRuProfile> = {}): OAuth2Config<MailRuProfile> {
  return {
    id: 'mailru',
    name: 'Mail.ru',
    type: 'oauth',
    authorization: { url: 'https://oauth.mail.ru/login', params: { scope: 'userinfo' } },
    token: 'https://oauth.mail.ru/token',
    userinfo: { url: 'https://oauth.mail.ru/userinfo', request: requestProfile },
    profile: ({ id, name, nickname, email, image }) => ({
      id,
      name: name || nickname,
      email,
      image: image ?? null,
    }),
    style: { brandColor: '#005ff9' },
    options,
  }
}

/** Mail.ru takes the access token in the query. */
async function requestProfile({ tokens, fetch }: UserinfoRequest<MailRuProfile>): Promise<MailRuProfile> {
  const query = new URLSearchParams({ access_token: tokens.access_token ?? '' })
  const response = await fetch(`https://oauth.mail.ru/userinfo?${query}`)
  if (!response.ok)
    throw new Error(`Mail.ru answered the request for the profile with status ${response.status}.`)
  return (await response.json()) as MailRuProfile
}
