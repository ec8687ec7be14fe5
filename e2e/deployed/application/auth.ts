import { Latchkey } from 'latchkey/next'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'

export const { handlers, auth, signIn, signOut } = Latchkey({
  // Both folders have the doors; which of them people use is said when the application starts.
  basePath: process.env.DOORS,
  providers: [
    OIDC({ id: 'playground', name: 'Playground ID' }),
    Credentials({
      credentials: { password: { label: 'Password', type: 'password' } },
      authorize: ({ password }) =>
        password === 'correct horse' ? { id: 'ada', name: 'Ada Lovelace' } : null,
    }),
  ],
  callbacks: { authorized: ({ auth }) => auth !== null },
})
