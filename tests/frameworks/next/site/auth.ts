import { Latchkey, type LatchkeyConfig } from 'latchkey/next'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'
// With the file extension: modules that the Pages Router imports cannot resolve the name without
// it.
import { headers } from 'next/headers.js'
import { type NextRequest, NextResponse } from 'next/server'

declare module 'latchkey/next' {
  interface Session {
    /**
     * The path of the request that the configuration function received; `null` without a request.
     */
    madeFor: string | null
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

/** The request header with which the tests select the configuration of the application. */
const VARIANT = 'x-variant'

/** With a request the configuration is synchronous, without one it is a promise. */
export const {
  handlers,
  auth,
  protect,
  currentUser,
  signIn,
  signOut,
  update,
  unstable_update,
  revokeSessions,
  removeAccess,
} = Latchkey((request) =>
  request
    ? configure(request.headers.get(VARIANT), request)
    : headers().then((list) => configure(list.get(VARIANT), undefined)),
)

function configure(variant: string | null, request: NextRequest | undefined): LatchkeyConfig {
  return {
    providers:
      variant === 'broken'
        ? [{} as never]
        : variant === 'staging'
          ? [passwordProvider]
          : variant === 'tokens'
            ? [playground]
            : [passwordProvider, idp, ...(variant === 'unreachable' ? [unreachable] : [])],
    providerTokens: variant === 'tokens',
    account: { security: variant === 'security' },
    session: { updateAge: variant === 'renewing' ? 0 : undefined },
    callbacks: {
      authorized: variant === 'members' ? ({ auth }) => auth !== null : authorized,
      jwt({ token, trigger, session }) {
        if (trigger === 'update') return { ...token, name: session.user.name }
        return variant === 'counting' ? { ...token, count: Number(token.count ?? 0) + 1 } : token
      },
      session({ session, token }) {
        if (variant === 'down') throw new Error('The database is down.')
        return {
          ...session,
          madeFor: request?.nextUrl.pathname ?? null,
          reading: crypto.randomUUID(),
          count: token.count,
        }
      },
    },
  }
}

const authorized: NonNullable<LatchkeyConfig['callbacks']>['authorized'] = ({ auth, request }) => {
  switch (request.nextUrl.pathname) {
    case '/guarded/member':
      return auth !== null
    case '/guarded/no':
    case '/wrapped/no':
      return false
    case '/guarded/nothing':
      return undefined
    case '/guarded/elsewhere':
      return NextResponse.redirect(new URL('/elsewhere', request.nextUrl), 303)
    case '/guarded/relative':
      return new Response(null, { status: 303, headers: { location: '/elsewhere' } })
    case '/guarded/json':
    case '/wrapped/json':
      return Response.json({ error: 'Sign in first.' }, { status: 401 })
    default:
      return true
  }
}
