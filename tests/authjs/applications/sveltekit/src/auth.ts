import Credentials from '@auth/core/providers/credentials'
import { SvelteKitAuth, type SvelteKitAuthConfig } from '@auth/sveltekit'
import { env } from '$env/dynamic/private'
import { AUTH_PLAYGROUND_ID, AUTH_PLAYGROUND_SECRET } from '$env/static/private'

const config = {
  trustHost: true,
  secret: env.AUTH_SECRET,
  providers: [
    {
      id: 'playground',
      name: 'Playground ID',
      type: 'oidc',
      issuer: env.AUTH_PLAYGROUND_ISSUER,
      clientId: AUTH_PLAYGROUND_ID,
      clientSecret: AUTH_PLAYGROUND_SECRET,
    },
    Credentials({
      credentials: { password: { label: 'Password', type: 'password' } },
      authorize({ password }) {
        return password === 'analytical' ? { id: 'root', name: 'Root', email: 'root@example.com' } : null
      },
    }),
  ],
  callbacks: {
    jwt({ token, account }) {
      if (account) token.role = account.provider === 'credentials' ? 'admin' : 'member'
      return token
    },
    session({ session, token }) {
      session.user.id = token.sub ?? ''
      session.user.role = token.role === 'admin' ? 'admin' : 'member'
      return session
    },
  },
} satisfies SvelteKitAuthConfig

export const { handle, signIn, signOut } = SvelteKitAuth(config)
