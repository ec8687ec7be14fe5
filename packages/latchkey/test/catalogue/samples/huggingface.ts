import type { HuggingFaceProfile } from '../../../src/providers/huggingface.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://huggingface.co/docs/hub/oauth' },
  discovery: {
    authorization_endpoint: 'https://huggingface.co/oauth/authorize',
    token_endpoint: 'https://huggingface.co/oauth/token',
    userinfo_endpoint: 'https://huggingface.co/oauth/userinfo',
  },
  profile: {
    sub: '62c4f3f1e4b0c2d5a6b7c8d9',
    name: 'Ann Example',
    preferred_username: 'ann',
    profile: 'https://huggingface.co/ann',
    picture: 'https://cdn-avatars.huggingface.co/v1/production/uploads/ann.png',
    email: 'ann@example.com',
    email_verified: true,
    isPro: false,
    orgs: [],
  },
  user: {
    id: '62c4f3f1e4b0c2d5a6b7c8d9',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://cdn-avatars.huggingface.co/v1/production/uploads/ann.png',
  },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'not documented',
    sources: ['https://huggingface.co/docs/hub/oauth'],
  },
} satisfies Sample<HuggingFaceProfile>
