import { KyselyAdapter } from '@auth/kysely-adapter'
import NextAuth, { type DefaultSession } from 'next-auth'
import type { OIDCConfig } from 'next-auth/providers'
import { db } from '@/lib/database'
import type { Role } from '@/lib/roles'

declare module 'next-auth' {
  interface User {
    role?: Role
  }

  interface Session {
    user: { id: string; role: Role } & DefaultSession['user']
  }
}

interface PlaygroundProfile extends Record<string, unknown> {
  sub: string
  name: string
  email: string
  picture: string
}

const playground: OIDCConfig<PlaygroundProfile> = {
  id: 'playground',
  name: 'Playground ID',
  type: 'oidc',
  issuer: process.env.AUTH_PLAYGROUND_ISSUER,
  clientId: process.env.AUTH_PLAYGROUND_ID,
  clientSecret: process.env.AUTH_PLAYGROUND_SECRET,
}

export const { handlers, auth, signIn, signOut } = NextAuth({
  adapter: KyselyAdapter(db),
  providers: [playground],
  callbacks: {
    authorized: ({ auth }) => !!auth && auth.user.role !== 'banned',
    session({ session, user }) {
      session.user.id = user.id
      session.user.role = user.role ?? 'member'
      return session
    },
  },
})
