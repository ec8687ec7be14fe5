import { Latchkey } from 'latchkey/next'
import Credentials from 'latchkey/providers/credentials'
import Nodemailer from 'latchkey/providers/nodemailer'
import OIDC from 'latchkey/providers/oidc'
import Passkey from 'latchkey/providers/passkey'
import { findAccount, readName } from '@/accounts'
import { database } from '@/database'

export const { handlers, auth, signIn, signOut, update } = Latchkey({
  // With a database sessions live there, too: the cookie has nothing but a random token.
  adapter: database,
  providers: [
    // Its issuer, id and secret are AUTH_PLAYGROUND_ISSUER, AUTH_PLAYGROUND_ID and AUTH_PLAYGROUND_SECRET.
    OIDC({
      id: 'playground',
      name: 'Playground ID',
      style: { brandColor: '#0b8a6f' },
      // Ada at the provider is Ada here. Only for providers that you trust with every address that they call verified.
      allowDangerousEmailAccountLinking: true,
    }),
    // Who is signed in adds one: until then nobody has proved that an address is theirs.
    Passkey({
      name: 'a passkey',
      registration: 'authenticated',
      relayingParty: { name: 'Latchkey example' },
    }),
    Nodemailer({
      server: process.env.AUTH_PLAYGROUND_SMTP ?? '',
      from: 'Latchkey example <no-reply@example.com>',
    }),
    Credentials({
      name: 'password',
      credentials: {
        email: { label: 'E-mail', type: 'email' },
        password: { label: 'Password', type: 'password' },
      },
      authorize: ({ email, password }) => findAccount(email, password),
    }),
  ],
  experimental: { enableWebAuthn: true },
  callbacks: {
    // What `update({ user: { name } })` sends from the browser comes as `newSession`. It could be anything.
    async session({ session, user, newSession }) {
      const name = readName(newSession)
      if (name === undefined) return session
      await database.updateUser({ id: user.id, name })
      return { ...session, user: { ...session.user, name } }
    },
    // Asked for every page that `proxy.ts` guards.
    authorized: ({ auth }) => auth !== null,
  },
  // Pages of the application's own; the others are those of the library.
  pages: { verifyRequest: '/check-your-mail', newUser: '/welcome' },
  theme: { logo: '/icon.svg' },
})
