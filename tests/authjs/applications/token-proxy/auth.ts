import NextAuth from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { findUser } from '@/lib/users'

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  session: { strategy: 'jwt' },
  pages: { signIn: '/login' },
  providers: [
    Credentials({
      credentials: { username: {}, password: { type: 'password' } },
      authorize: ({ username, password }) => findUser(username, password),
    }),
  ],
  callbacks: {
    jwt({ token, user, trigger, session }) {
      if (user?.id) {
        token.id = user.id
        token.plan = user.plan
      }
      if (trigger === 'update') {
        if (typeof session?.name === 'string') token.name = session.name.slice(0, 40)
        if (session?.user?.plan === 'pro') token.plan = 'pro'
      }
      return token
    },
    session({ session, token }) {
      session.user.id = token.id
      session.user.plan = token.plan
      return session
    },
  },
})
