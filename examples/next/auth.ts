import { Latchkey } from 'latchkey/next'
import GitHub from 'latchkey/providers/github'

export const { handlers, auth, signIn, signOut } = Latchkey({
  providers: [GitHub],
  callbacks: { authorized: ({ auth }) => auth !== null },
})
