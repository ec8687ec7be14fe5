import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://discord.com/developers/docs/resources/user#user-object */
export interface DiscordProfile {
  /** Snowflake: an integer that is too large for a JavaScript number, as a string. */
  id: string
  username: string
  global_name: string | null
  /** Picture hash. */
  avatar: string | null
  /** Sent only with the scope `email`. */
  email?: string | null
  verified?: boolean
  locale?: string
  /** `0` for a user name without a number. */
  discriminator?: string
  bot?: boolean
  system?: boolean
  mfa_enabled?: boolean
  /** Banner hash. */
  banner?: string | null
  accent_color?: number | null
  banner_color?: string | null
  flags?: number
  premium_type?: number
  public_flags?: number
  display_name?: string | null
  avatar_decoration?: string | null
}

/**
 * Returns the Discord provider.
 *
 * Set `AUTH_DISCORD_ID` and `AUTH_DISCORD_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In the Discord developer portal, choose **New Application** and enter a name.
 * 2. Open **OAuth2**, and add the callback URL under **Redirects**. Save the changes.
 * 3. On the same page, copy the **Client ID**. Choose **Reset Secret** and copy the client secret.
 *
 * Scopes: `identify` reads the profile, `email` the e-mail address. To list the user's servers too,
 * add `guilds`.
 *
 * E-mail address: The address is missing if the account has none. It counts as verified if the
 * profile's `verified` field is `true`.
 *
 * @see https://discord.com/developers/applications Register an application
 * @see https://discord.com/developers/docs/topics/oauth2 Documentation
 */
export default function Discord<P extends DiscordProfile = DiscordProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'discord',
    name: 'Discord',
    type: 'oauth',
    authorization: { url: 'https://discord.com/oauth2/authorize', params: { scope: 'identify email' } },
    token: 'https://discord.com/api/oauth2/token',
    userinfo: 'https://discord.com/api/users/@me',
    profile: ({ id, global_name, username, email, avatar }) => ({
      id,
      name: global_name ?? username,
      email,
      image: avatar === null ? defaultAvatar(id) : `https://cdn.discordapp.com/avatars/${id}/${avatar}.png`,
    }),
    isEmailVerified: ({ verified }) => verified === true,
    revocation: { url: 'https://discord.com/api/oauth2/token/revoke', endsGrant: true },
    style: { brandColor: '#5865f2', icon: () => import('../icons/discord.ts') },
    options,
  }
}

/**
 * Returns the URL of one of the six default pictures, for users without one.
 *
 * @see https://discord.com/developers/docs/reference#image-formatting-cdn-endpoints
 */
function defaultAvatar(id: string): string {
  return `https://cdn.discordapp.com/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`
}
