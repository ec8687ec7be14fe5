import 'server-only'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'
import { Latchkey, type LatchkeyConfig, type LatchkeyResult } from 'latchkey/solid-start'
import { getRequestEvent } from 'solid-js/web'

declare module 'latchkey/solid-start' {
  interface Session {
    /** A new value each time the session is read. */
    reading: string
    /** How often the token was read, in the variant `counting`. */
    count?: unknown
  }
}

const passwordProvider = Credentials({
  credentials: {
    email: { label: 'E-mail', type: 'email' },
    password: { label: 'Password', type: 'password' },
  },
  authorize(fields) {
    const { email = '', password, remember, otp } = fields as Record<string, string | undefined>
    // The session shows what else arrived.
    const image = remember && JSON.stringify({ remember, otp })
    return password === 'right' ? { id: email, name: 'Ann', email, image } : null
  },
})

/** A provider that no request reaches. */
const unreachable = OIDC({
  id: 'unreachable',
  name: 'A provider that is down',
  issuer: 'https://unreachable.test',
  clientId: 'the-application',
  clientSecret: 'a shared secret',
})

/** The provider of the playground. Its issuer, client id and secret are in the environment. */
const playground = OIDC({
  id: 'playground',
  name: 'Playground ID',
  logout: true,
  authorization: { params: { scope: 'openid profile email offline_access', prompt: 'consent' } },
})

/** An OAuth provider. Its client id and secret are in the environment. */
const idp = {
  id: 'my-idp',
  name: 'The provider',
  type: 'oauth',
  authorization: 'https://idp.test/authorize',
  token: 'https://idp.test/token',
  userinfo: 'https://idp.test/me',
  profile: ({ id }: { id: string }) => ({ id }),
} as const

/** An OAuth provider whose client id and secret the application configures. */
const customIdp = {
  ...idp,
  id: 'custom-idp',
  clientId: process.env.CUSTOM_CLIENT,
  clientSecret: 'a shared secret',
}

/** The variants of the configuration. */
export const configs = {
  plain: configure(),
  broken: { ...configure(), providers: [{} as never] },
  unreachable: { ...configure(), providers: [unreachable] },
  renewing: configure('renewing'),
  counting: configure('counting'),
  down: configure('down'),
  tokens: { ...configure(), providers: [playground], providerTokens: true },
  security: { ...configure(), account: { security: true } },
  prefixed: { ...configure(), prefix: '/endpoints' },
} satisfies Record<string, LatchkeyConfig>

type Variant = keyof typeof configs

const applications = Object.fromEntries(
  Object.entries(configs).map(([name, config]) => [name, Latchkey(config)]),
) as Record<Variant, LatchkeyResult>

export const { plain, prefixed } = applications

/** Returns the variant of the configuration that the test selects with a header. */
export function variant(): Variant {
  return (getRequestEvent()?.request.headers.get('x-variant') ?? 'plain') as Variant
}

export function latchkey() {
  return applications[variant()]
}

function configure(selected?: 'renewing' | 'counting' | 'down'): LatchkeyConfig {
  return {
    providers: [passwordProvider, idp, customIdp],
    session: { updateAge: selected === 'renewing' ? 0 : undefined },
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === 'update') return { ...token, name: session.user.name }
        return selected === 'counting' ? { ...token, count: Number(token.count ?? 0) + 1 } : token
      },
      session({ session, token }) {
        if (selected === 'down') throw new Error('The database is down.')
        return { ...session, reading: crypto.randomUUID(), count: token.count }
      },
    },
  }
}
