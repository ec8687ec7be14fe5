import { Latchkey } from 'latchkey/next'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'

export const { handlers, auth, signIn, signOut } = Latchkey({
  // Both folders export the route handlers. The environment selects the one in use.
  basePath: process.env.MOUNT_PATH,
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
