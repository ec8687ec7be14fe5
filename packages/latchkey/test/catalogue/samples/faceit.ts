import type { FACEITProfile } from '../../../src/providers/faceit.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    unavailable: 'Only an overview was available. The endpoints are those of existing clients.',
  },
  tokens: {
    scope: 'openid email profile',
    id_token: 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl',
    refresh_token: 'rt',
  },
  profile: {
    sub: '1d3d2b1e-7c52-4d3f-9c0a-6b0a5f7e8d9c',
    guid: '1d3d2b1e-7c52-4d3f-9c0a-6b0a5f7e8d9c',
    nickname: 'ann',
    email: 'ann@example.com',
    email_verified: true,
    picture: '',
  },
  user: { id: '1d3d2b1e-7c52-4d3f-9c0a-6b0a5f7e8d9c', name: 'ann', email: 'ann@example.com', image: null },
  isEmailVerified: true,
  afterSignIn: {
    refreshTokens: 'not documented',
    sources: [],
  },
} satisfies Sample<FACEITProfile & { sub: string }>
