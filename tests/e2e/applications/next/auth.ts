import nodemailer from 'latchkey/mail/nodemailer'
import { Latchkey } from 'latchkey/next'
import Nodemailer from 'latchkey/providers/nodemailer'
import OIDC from 'latchkey/providers/oidc'
import Passkey from 'latchkey/providers/passkey'
import Password from 'latchkey/providers/password'
import { database, store } from '@/database'
import { readName } from '@/display-name'

export const { handlers, auth, protect, currentUser, signIn, signOut, update, users } = Latchkey({
  // With a database, it also stores the sessions. The cookie has only a random token.
  adapter: database.adapter,
  // Lets several processes of the application count and remember together.
  store,
  // Users can turn on a second factor, see and end their sessions, and see what happened to their
  // account. `protect` can ask for a recent sign-in.
  secondFactor: { totp: { issuer: 'Latchkey example' } },
  providers: [
    // Issuer, id and secret are AUTH_PLAYGROUND_ISSUER, AUTH_PLAYGROUND_ID and
    // AUTH_PLAYGROUND_SECRET.
    OIDC({
      id: 'playground',
      name: 'Playground ID',
      style: { brandColor: '#0b8a6f' },
      // With this scope and the consent, the provider also issues a refresh token.
      authorization: { params: { scope: 'openid profile email offline_access', prompt: 'consent' } },
      // Links accounts with the same e-mail address. Use it only with providers whose verified
      // addresses you trust.
      allowDangerousEmailAccountLinking: true,
    }),
    // A passkey alone does not verify an e-mail address, so only signed-in users can register one.
    Passkey({
      name: 'a passkey',
      registration: 'authenticated',
      relayingParty: { name: 'Latchkey example' },
    }),
    // The e-mail has a link and a code.
    Nodemailer({ code: true }),
    // Users sign up, and reset a forgotten password, on the library's pages.
    Password(),
  ],
  mail: nodemailer({ from: 'Latchkey example <no-reply@example.com>' }),
  callbacks: {
    // The browser sends `newSession` with `update({ user: { name } })`. It may contain anything.
    async session({ session, user, newSession }) {
      const name = readName(newSession)
      if (name !== undefined) await database.adapter.updateUser({ id: user.id, name })
      const { email, image } = user
      // Browsers receive what is returned, and `user` has all columns.
      return { user: { name: name ?? user.name, email, image }, expires: session.expires }
    },
    // Runs for every page that `proxy.ts` matches.
    authorized: ({ auth }) => auth !== null,
  },
  // A page of the application. All other pages are built in.
  pages: { newUser: '/welcome' },
  theme: { logo: '/icon.svg' },
})
