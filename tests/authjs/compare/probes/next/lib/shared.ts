import memory from 'latchkey/adapters/memory'
import { CredentialsSignin, type NextAuthConfig } from 'next-auth'
import type { Adapter } from 'next-auth/adapters'
import type { Provider } from 'next-auth/providers'
import Credentials from 'next-auth/providers/credentials'
import GitHub from 'next-auth/providers/github'
import { recorder } from './recorder'

class AccountLocked extends CredentialsSignin {
  code = 'locked'
}

const idp: Provider = {
  id: 'idp',
  name: 'Identity provider',
  type: 'oauth',
  clientId: 'app',
  clientSecret: 'secret',
  authorization: 'https://id.test/authorize?scope=profile',
  token: 'https://id.test/token',
  userinfo: 'https://id.test/userinfo',
}

const mail: Provider = {
  id: 'mail',
  name: 'E-mail',
  type: 'email',
  from: 'app@example.com',
  maxAge: 600,
  options: {},
  async sendVerificationRequest({ identifier }) {
    // Like a mail server, it does not fail at once.
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (identifier.startsWith('bounce')) throw new Error('The mail server is down.')
  },
}

export const providers: Provider[] = [
  Credentials({
    credentials: { email: {}, password: {} },
    authorize({ email, password, ...more }) {
      recorder.add('authorize', 'fields', { email, password, ...more })
      if (email === 'locked@example.com') throw new AccountLocked()
      if (email === 'fault@example.com') throw new Error('The database is down.')
      if (password !== 'right' || typeof email !== 'string') return null
      return { id: 'the id of the user', name: 'Ann', email, image: null }
    },
  }),
  idp,
  mail,
  // Has no client id.
  GitHub,
]

export const SECRET = 'a secret of the probe application that is long enough'

/** Options that all configurations of this application have. */
export const shared = {
  adapter: memory() as unknown as Adapter,
  session: { strategy: 'jwt' },
  secret: SECRET,
  trustHost: true,
  providers,
  logger: {
    error: (error) => recorder.add('log', `error ${typeOf(error)}`, null),
    warn: (code) => recorder.add('log', `warning ${code}`, null),
    debug: () => undefined,
  },
  callbacks: {
    signIn({ user }) {
      if (user.email === 'denied@example.com') return false
      return user.email === 'elsewhere@example.com' ? '/elsewhere' : true
    },
    jwt({ token, trigger, session }) {
      recorder.add('callbacks', 'jwt', { trigger })
      return trigger === 'update' ? { ...token, name: session?.user?.name ?? token.name } : token
    },
    session({ session, token }) {
      session.user.id = token.sub ?? ''
      return session
    },
  },
} satisfies NextAuthConfig

export function typeOf(error: unknown): string {
  const { type, code, name } = error as { type?: string; code?: string; name?: string }
  return `${type ?? name}${code === undefined ? '' : ` (${code})`}`
}
