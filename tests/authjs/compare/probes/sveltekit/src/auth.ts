import type { Adapter } from '@auth/core/adapters'
import type { Provider } from '@auth/core/providers'
import Credentials from '@auth/core/providers/credentials'
import GitHub from '@auth/core/providers/github'
import { CredentialsSignin, SvelteKitAuth, type SvelteKitAuthConfig } from '@auth/sveltekit'
import memory from 'latchkey/adapters/memory'
import { typeOf } from '$lib/outcome'
import { recorder } from '$lib/recorder'

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

/** Options that all configurations of this application have. */
const shared = {
  adapter: memory() as unknown as Adapter,
  session: { strategy: 'jwt' },
  secret: 'a secret of the probe application that is long enough',
  trustHost: true,
  providers: [
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
  ],
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
    jwt({ token, trigger }) {
      recorder.add('callbacks', 'jwt', { trigger })
      return token
    },
    session({ session, token }) {
      session.user.id = token.sub ?? ''
      return session
    },
  },
} satisfies SvelteKitAuthConfig

/** The usual configuration. */
export const usual = SvelteKitAuth({ ...shared })

/** A configuration for each request. */
export const lazy = SvelteKitAuth(async (event) => {
  recorder.add('configuration', 'event', { method: event.request.method, route: event.route.id })
  return { ...shared }
})

/** A configuration that cannot be used. */
export const noSecret = SvelteKitAuth({ ...shared, secret: undefined })

/** A host that is not trusted. */
export const untrusted = SvelteKitAuth({ ...shared, trustHost: false })
