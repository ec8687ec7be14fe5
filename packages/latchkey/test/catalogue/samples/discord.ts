import type { DiscordProfile } from '../../../src/providers/discord.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://discord.com/developers/docs/resources/user#user-object',
  },
  tokens: { scope: 'identify email', refresh_token: 'D43f5y0ahjqew82jZ4NViEr2YafMKhue' },
  profile: {
    id: '80351110224678912',
    username: 'ann',
    global_name: 'Ann Example',
    avatar: '8342729096ea3675442027381ff50dfe',
    email: 'ann@example.com',
    verified: true,
    locale: 'en-GB',
  },
  user: {
    id: '80351110224678912',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Access token: 7 days.',
    sources: ['https://discord.com/developers/docs/topics/oauth2'],
  },
} satisfies Sample<DiscordProfile>
