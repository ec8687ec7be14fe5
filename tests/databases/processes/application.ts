import nodemailer from 'latchkey/mail/nodemailer'
import { Latchkey, type LatchkeyConfig, type LatchkeyResult } from 'latchkey/node'
import Credentials from 'latchkey/providers/credentials'
import Nodemailer from 'latchkey/providers/nodemailer'
import OIDC from 'latchkey/providers/oidc'
import Password from 'latchkey/providers/password'
import WebAuthn from 'latchkey/providers/webauthn'
import type { Storage } from './storage.ts'

export const STRATEGIES = ['jwt', 'database', 'hybrid'] as const
export type Strategy = (typeof STRATEGIES)[number]

/**
 * The applications of a process, by their base path: with each strategy one that renews a session
 * once a day, one that renews it with each request, one that uses a redirect proxy, one whose users
 * can have a password and a second factor, and one whose users see their sessions.
 */
export const APPLICATIONS = STRATEGIES.flatMap(
  (strategy) =>
    [
      strategy,
      `${strategy}-renewing`,
      `${strategy}-proxied`,
      `${strategy}-verified`,
      `${strategy}-listed`,
    ] as const,
)

/** The client at the provider. */
const CLIENT = { clientId: 'app', clientSecret: 'app secret' }

/** Creates one of the applications from the environment that all processes share. */
export function createApplication(name: (typeof APPLICATIONS)[number], storage: Storage): LatchkeyResult {
  const { ORIGIN, PROXY_ORIGIN, SECRET = '' } = process.env
  const [strategy, variant] = name.split('-') as [Strategy, string?]
  const { adapter, store } = storage
  return Latchkey({
    secret: SECRET,
    basePath: `/${name}`,
    ...(variant === 'proxied'
      ? {
          redirectProxyUrl: `${PROXY_ORIGIN}/${name}`,
          redirectProxyTargets: listHosts(ORIGIN),
          trustedHosts: listHosts(ORIGIN, PROXY_ORIGIN),
        }
      : { baseUrl: ORIGIN }),
    adapter,
    store,
    session: {
      strategy,
      ...(variant === 'renewing' && { updateAge: 0 }),
      // With the strategy `hybrid`, only one of them relies on an earlier check.
      recheck: variant === 'listed' ? 1 : 0,
    },
    account: variant === 'listed' ? { security: true } : {},
    providers: [...providersFor(storage), ...(variant === 'verified' ? [Password({ breached: false })] : [])],
    ...(variant === 'verified' && { secondFactor: {}, mail: nodemailer(mailServer()) }),
    // What happens after a time limit is tested elsewhere, and the machine may be busy.
    timeouts: { adapter: 20, store: 20 },
    limits: { clientAddress: (headers) => headers.get('x-client') },
    callbacks: callbacksFor(storage),
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  })
}

function listHosts(...origins: (string | undefined)[]): string[] {
  return origins.map((origin) => new URL(origin ?? '').host)
}

function mailServer(): { server: string; from: string } {
  return { server: process.env.SMTP ?? '', from: 'Example <no-reply@app.test>' }
}

function providersFor({ adapter }: Storage): LatchkeyConfig['providers'] {
  const { PROVIDER } = process.env
  const oidc = { ...CLIENT, issuer: PROVIDER ?? '' }
  const mail = mailServer()
  const sixDigits = (): string =>
    String(100_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900_000))
  return [
    OIDC({ id: 'idp', name: 'The provider', ...oidc }),
    OIDC({ id: 'second', name: 'The second provider', ...oidc }),
    Nodemailer({ id: 'email', ...mail }),
    Nodemailer({ id: 'code', ...mail, generateVerificationToken: sixDigits }),
    Nodemailer({ id: 'both', ...mail, code: true }),
    WebAuthn({ registration: 'anyone' }),
    Credentials({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: ({ email, password }) =>
        password === 'right' ? (adapter.getUserByEmail?.(email ?? '') ?? null) : null,
    }),
  ]
}

/** The display name of a user can be changed, and the application can end a session. */
function callbacksFor({ adapter }: Storage): NonNullable<LatchkeyConfig['callbacks']> {
  return {
    jwt({ token, trigger, session }) {
      if (trigger !== 'update') return token
      return session?.end === true ? null : { ...token, name: session?.user?.name ?? token.name }
    },
    async session({ session, user, token, newSession }) {
      const name = newSession?.user?.name
      if (user && name) await adapter.updateUser?.({ id: user.id, name })
      return { ...session, user: { ...session.user, ...(name && { name }), id: token?.sub ?? user?.id } }
    },
  }
}
