import { Latchkey } from 'latchkey/next'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'
import { findAccount } from '@/accounts'

export const { handlers, auth, signIn, signOut } = Latchkey({
  providers: [
    // Its issuer, id and secret are AUTH_PLAYGROUND_ISSUER, AUTH_PLAYGROUND_ID and AUTH_PLAYGROUND_SECRET.
    OIDC({ id: 'playground', name: 'Playground ID', style: { brandColor: '#0b8a6f' } }),
    Credentials({
      name: 'password',
      credentials: {
        email: { label: 'E-mail', type: 'email' },
        password: { label: 'Password', type: 'password' },
      },
      authorize: ({ email = '', password = '' }) => findAccount(email, password),
    }),
  ],
  callbacks: {
    // Asked for every page that `proxy.ts` guards.
    authorized: ({ auth }) => auth !== null,
  },
  theme: { logo: '/icon.svg' },
})
