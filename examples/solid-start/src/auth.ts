import 'server-only'
import GitHub from 'latchkey/providers/github'
import { Latchkey } from 'latchkey/solid-start'

export const { GET, POST, auth, signIn, signOut, middleware } = Latchkey({ providers: [GitHub] })
