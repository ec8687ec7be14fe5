import 'server-only'
import Credentials from 'latchkey/providers/credentials'
import { Latchkey, type LatchkeyConfig, type LatchkeyResult } from 'latchkey/solid-start'
import { getRequestEvent } from 'solid-js/web'

declare module 'latchkey/solid-start' {
  interface Session {
    /** Another one each time that a session is read. */
    reading: string
    /** How often the token was read, where it counts. */
    count?: unknown
  }
}

const people = Credentials({
  credentials: {
    email: { label: 'E-mail', type: 'email' },
    password: { label: 'Password', type: 'password' },
  },
  authorize: ({ email, password }) => (password === 'right' ? { id: email, name: 'Ann', email } : null),
})

/** Its client id and secret are in the environment. */
const idp = {
  id: 'my-idp',
  name: 'The provider',
  type: 'oauth',
  authorization: 'https://idp.test/authorize',
  token: 'https://idp.test/token',
  userinfo: 'https://idp.test/me',
  profile: ({ id }: { id: string }) => ({ id }),
} as const

/** Its client is read by the application itself. */
const ownIdp = { ...idp, id: 'own-idp', clientId: process.env.OWN_CLIENT, clientSecret: 'known to both' }

/** The ways in which the application is configured. */
export const configs = {
  plain: configure(),
  broken: { ...configure(), providers: [{} as never] },
  renewing: configure('renewing'),
  counting: configure('counting'),
  down: configure('down'),
  prefixed: { ...configure(), prefix: '/doors' },
} satisfies Record<string, LatchkeyConfig>

type Variant = keyof typeof configs

const applications = Object.fromEntries(
  Object.entries(configs).map(([name, config]) => [name, Latchkey(config)]),
) as Record<Variant, LatchkeyResult>

export const { plain, prefixed } = applications

/** The tests choose by this header how the application is configured. */
export function variant(): Variant {
  return (getRequestEvent()?.request.headers.get('x-variant') ?? 'plain') as Variant
}

export function latchkey() {
  return applications[variant()]
}

function configure(way?: 'renewing' | 'counting' | 'down'): LatchkeyConfig {
  return {
    providers: [people, idp, ownIdp],
    session: { updateAge: way === 'renewing' ? 0 : undefined },
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === 'update') return { ...token, name: session.user.name }
        return way === 'counting' ? { ...token, count: Number(token.count ?? 0) + 1 } : token
      },
      session({ session, token }) {
        if (way === 'down') throw new Error('The database is down.')
        return { ...session, reading: crypto.randomUUID(), count: token.count }
      },
    },
  }
}
