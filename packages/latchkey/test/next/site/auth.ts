import { Latchkey, type LatchkeyConfig } from 'latchkey/next'
import Credentials from 'latchkey/providers/credentials'
// With its ending: the other spelling is refused in what the Pages Router imports.
import { headers } from 'next/headers.js'
import { type NextRequest, NextResponse } from 'next/server'

declare module 'latchkey/next' {
  interface Session {
    /** The path of the request that the configuration was made for; `null` when it was made without one. */
    madeFor: string | null
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

/** The tests choose by this header how the application is configured. */
const VARIANT = 'x-variant'

/** With a request the configuration is there at once, without one it is promised. */
export const { handlers, auth, signIn, signOut, update, unstable_update, revokeSessions } = Latchkey(
  (request) =>
    request
      ? configure(request.headers.get(VARIANT), request)
      : headers().then((list) => configure(list.get(VARIANT), undefined)),
)

function configure(variant: string | null, request: NextRequest | undefined): LatchkeyConfig {
  return {
    providers: variant === 'broken' ? [{} as never] : variant === 'staging' ? [people] : [people, idp],
    session: { updateAge: variant === 'renewing' ? 0 : undefined },
    callbacks: {
      authorized,
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
    case '/guarded/json':
    case '/wrapped/json':
      return Response.json({ error: 'Who are you?' }, { status: 401 })
    default:
      return true
  }
}
