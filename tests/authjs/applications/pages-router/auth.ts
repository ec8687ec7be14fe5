import NextAuth, { CredentialsSignin, type NextAuthConfig, type Session } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import GitHub from 'next-auth/providers/github'

class AccountLocked extends CredentialsSignin {
  code = 'locked'
}

const config: NextAuthConfig = {
  providers: [
    // Has no client id in previews.
    GitHub,
    CredentialsProvider({
      name: 'Team account',
      credentials: {
        username: { label: 'Username', type: 'text' },
        password: { label: 'Password', type: 'password' },
      },
      async authorize(credentials) {
        if (credentials.username === 'charles') throw new AccountLocked()
        if (credentials.username !== 'ada' || credentials.password !== 'analytical') return null
        return { name: 'Ada', email: 'ada@example.com', image: null }
      },
    }),
  ],
  callbacks: {
    jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, theme: session.theme } : token),
    session: ({ session, token }) => ({ ...session, theme: themeOf(token.theme) }),
  },
}

function themeOf(value: unknown): Session['theme'] {
  return value === 'dark' ? 'dark' : 'light'
}

export const { handlers, auth } = NextAuth(config)

declare module 'next-auth' {
  interface Session {
    theme?: 'dark' | 'light'
  }
}
