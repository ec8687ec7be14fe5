import type { NextAuthConfig } from 'next-auth'

/** The part of the configuration that the proxy needs. It must not import the list of users. */
export const authConfig = {
  pages: { signIn: '/login' },
  // Added in auth.ts, because the provider needs Node.js.
  providers: [],
  callbacks: {
    authorized({ auth, request: { nextUrl } }) {
      const isSignedIn = !!auth?.user
      if (nextUrl.pathname.startsWith('/dashboard')) return isSignedIn
      if (isSignedIn) return Response.redirect(new URL('/dashboard', nextUrl))
      return true
    },
    jwt({ token, user }) {
      if (user) {
        token.plan = user.plan
        token.isRemembered = user.isRemembered
      }
      return token
    },
    session({ session, token }) {
      session.user.id = token.sub ?? ''
      session.user.plan = token.plan ?? 'free'
      session.user.isRemembered = token.isRemembered ?? false
      return session
    },
  },
} satisfies NextAuthConfig
