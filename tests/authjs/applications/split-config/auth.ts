import NextAuth from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { authConfig } from './auth.config'
import { verifyPassword } from './lib/users'

export const { auth, signIn, signOut } = NextAuth({
  ...authConfig,
  providers: [
    Credentials({
      async authorize(credentials) {
        const { email, password, remember } = credentials
        if (typeof email !== 'string' || typeof password !== 'string') return null
        const user = await verifyPassword(email, password)
        return user && { ...user, isRemembered: remember === 'true' }
      },
    }),
  ],
})
