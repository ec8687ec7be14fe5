import memory from 'latchkey/adapters/memory'
import { Latchkey } from 'latchkey/next'
import Credentials from 'latchkey/providers/credentials'
import Passkey from 'latchkey/providers/passkey'

declare module 'latchkey/next' {
  interface Session {
    /** A new value each time the session is read. */
    reading: string
  }
}

export const { handlers, auth, signIn, signOut, update } = Latchkey({
  adapter: memory(),
  session: { strategy: 'jwt' },
  experimental: { enableWebAuthn: true },
  pages: { signIn: '/login' },
  providers: [
    Passkey({ relayingParty: { name: 'Next.js 14' } }),
    Credentials({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: ({ email, password }) => (password === 'right' ? { id: email, name: 'Ann', email } : null),
    }),
  ],
  callbacks: {
    /** The rules of the tutorial of Next.js: signed-in users leave the sign-in page. */
    authorized({ auth, request: { nextUrl } }) {
      const isSignedIn = !!auth?.user
      if (nextUrl.pathname.startsWith('/dashboard')) return isSignedIn
      if (isSignedIn && nextUrl.pathname === '/login')
        return Response.redirect(new URL('/dashboard', nextUrl))
      return true
    },
    jwt: ({ token, trigger, session }) =>
      trigger === 'update' ? { ...token, name: session.user.name } : token,
    session: ({ session }) => ({ ...session, reading: crypto.randomUUID() }),
  },
})
