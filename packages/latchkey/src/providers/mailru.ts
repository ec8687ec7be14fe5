import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

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
 * Returns the Mail.ru provider.
 *
 * Set `AUTH_MAILRU_ID` and `AUTH_MAILRU_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. Sign in to Mail.ru and create an application.
 * 2. Enter the callback URL as a redirect address. It must match exactly, including the scheme.
 * 3. Copy the application's ID and secret.
 *
 * Scopes: `userinfo` reads the name, the e-mail address and the picture. To read the user's mail
 * over IMAP too, add `mail.imap`.
 *
 * E-mail address: The address is the Mail.ru account's. Mail.ru does not report whether it is
 * verified.
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

/** Requests the profile: Mail.ru expects the access token in the query. */
async function requestProfile({ tokens, fetch }: UserinfoRequest<MailRuProfile>): Promise<MailRuProfile> {
  const query = new URLSearchParams({ access_token: tokens.access_token ?? '' })
  const response = await fetch(`https://oauth.mail.ru/userinfo?${query}`)
  if (!response.ok) throw new Error(`Mail.ru returned status ${response.status} for the profile request.`)
  return (await response.json()) as MailRuProfile
}
