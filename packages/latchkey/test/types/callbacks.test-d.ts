import type { AuthConfig as AuthJsConfig } from '@auth/core'
import {
  type Account,
  type AdapterSession,
  type AdapterUser,
  type AuthConfig,
  type Callbacks,
  createAuth,
  type DefaultSession,
  type Events,
  type JWT,
  type JWTCallbackParams,
  type Profile,
  type Session,
  type SessionCallbackParams,
  type SignInCallbackParams,
  type User,
} from 'latchkey'
import type { LatchkeyConfig } from 'latchkey/next'
import { Latchkey } from 'latchkey/next'
import Credentials from 'latchkey/providers/credentials'
import GitHub from 'latchkey/providers/github'
import { describe, expectTypeOf, it } from 'vitest'

type FirstParameter<C extends (...args: never[]) => unknown> = Parameters<C>[0]
type Redirect = NonNullable<Callbacks['redirect']>
type Message<E extends keyof Events> = FirstParameter<NonNullable<Events[E]>>

describe('the callbacks', () => {
  it('are `jwt`, `session`, `signIn` and `redirect`', () => {
    // proves CB-1
    expectTypeOf<keyof Callbacks>().toEqualTypeOf<'jwt' | 'session' | 'signIn' | 'redirect'>()
  })

  it('pass `jwt` the token, and at sign-in the user, account and profile', () => {
    // proves CB-2, SES-12
    expectTypeOf<JWTCallbackParams['token']>().toEqualTypeOf<JWT>()
    // proves CB-3
    expectTypeOf<AdapterUser | User | undefined>().toExtend<JWTCallbackParams['user']>()
    const atSignIn = ({ user, trigger }: JWTCallbackParams) =>
      trigger === 'signIn' || trigger === 'signUp' ? expectTypeOf(user).toEqualTypeOf<User>() : undefined
    const later = ({ user, trigger }: JWTCallbackParams) =>
      trigger === 'update' ? expectTypeOf(user).toEqualTypeOf<User | undefined>() : undefined
    expectTypeOf([atSignIn, later]).toBeArray()
    expectTypeOf<JWTCallbackParams['account']>().toEqualTypeOf<Account | null | undefined>()
    expectTypeOf<JWTCallbackParams['profile']>().toEqualTypeOf<Profile | undefined>()
    // proves CB-4, AMB-24
    expectTypeOf<JWTCallbackParams['trigger']>().toEqualTypeOf<'signIn' | 'signUp' | 'update' | undefined>()
    // proves CB-5, AMB-48
    expectTypeOf<JWTCallbackParams['isNewUser']>().toEqualTypeOf<boolean | undefined>()
    // proves CB-6
    expectTypeOf<JWTCallbackParams['session']>().toBeAny()
  })

  it('let `jwt` return a token or null', () => {
    type Jwt = NonNullable<Callbacks['jwt']>
    // proves CB-7, AMB-29
    expectTypeOf<() => JWT>().toExtend<Jwt>()
    expectTypeOf<() => Promise<JWT | null>>().toExtend<Jwt>()
    expectTypeOf<() => undefined>().not.toExtend<Jwt>()
    expectTypeOf<() => string>().not.toExtend<Jwt>()
  })

  it('pass `session` the session with its token or user', () => {
    // proves CB-11, USR-6, AMB-20
    expectTypeOf<SessionCallbackParams['session']>().toExtend<Session>()
    expectTypeOf<SessionCallbackParams['token']>().toEqualTypeOf<JWT>()
    expectTypeOf<SessionCallbackParams['user']>().toEqualTypeOf<AdapterUser>()
    // proves CB-11, AMB-30
    expectTypeOf<SessionCallbackParams['newSession']>().toBeAny()
    expectTypeOf<SessionCallbackParams['trigger']>().toEqualTypeOf<'update' | undefined>()
  })

  it('pass `session` the columns of a stored session, with types as in Auth.js', () => {
    // proves DROP-1
    expectTypeOf<SessionCallbackParams['session']['userId']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<SessionCallbackParams['session']['user']['emailVerified']>().toEqualTypeOf<
      Date | null | undefined
    >()
    createAuth({
      providers: [],
      callbacks: {
        session({ session, user, token }) {
          session.user.id = user.id ?? token.sub
          const owner = { id: session.userId, until: new Date(session.expires) }
          return { ...session, owner, user: { ...session.user, name: user.name } }
        },
      },
    })
    // A callback with parameters of Auth.js.
    const shape: NonNullable<NonNullable<AuthJsConfig['callbacks']>['session']> = async ({
      session,
      user,
    }) => {
      session.user.id = user.id
      return session
    }
    expectTypeOf(createAuth({ providers: [], callbacks: { session: shape } })).toBeObject()
  })

  it('let `session` return a session', () => {
    type ShapeSession = NonNullable<Callbacks['session']>
    // proves CB-12
    expectTypeOf<() => Session>().toExtend<ShapeSession>()
    expectTypeOf<() => Promise<DefaultSession>>().toExtend<ShapeSession>()
    expectTypeOf<() => User>().not.toExtend<ShapeSession>()
    expectTypeOf<() => undefined>().not.toExtend<ShapeSession>()
  })

  it('pass `signIn` the user, account and profile, and let it return a boolean or a URL', () => {
    // proves CB-15
    expectTypeOf<SignInCallbackParams['user']>().toEqualTypeOf<User>()
    expectTypeOf<SignInCallbackParams['account']>().toEqualTypeOf<Account | null>()
    expectTypeOf<SignInCallbackParams['profile']>().toEqualTypeOf<Profile | undefined>()
    expectTypeOf<SignInCallbackParams['email']>().toEqualTypeOf<
      { verificationRequest?: boolean } | undefined
    >()
    expectTypeOf<Record<string, string> | undefined>().toExtend<SignInCallbackParams['credentials']>()
    type SignIn = NonNullable<Callbacks['signIn']>
    // proves CB-16
    expectTypeOf<() => boolean>().toExtend<SignIn>()
    expectTypeOf<() => Promise<string>>().toExtend<SignIn>()
    expectTypeOf<() => null>().not.toExtend<SignIn>()
  })

  it('pass `redirect` two URLs and let it return one', () => {
    // proves CB-18
    expectTypeOf<FirstParameter<Redirect>>().toEqualTypeOf<{ url: string; baseUrl: string }>()
    expectTypeOf<() => string>().toExtend<Redirect>()
    expectTypeOf<() => URL>().not.toExtend<Redirect>()
  })
})

describe('the events', () => {
  it('have seven names, and their return values are ignored', () => {
    // proves EV-10
    expectTypeOf<keyof Events>().toEqualTypeOf<
      'createUser' | 'updateUser' | 'linkAccount' | 'signIn' | 'signOut' | 'session' | 'security'
    >()
    // proves EV-1
    expectTypeOf<() => Promise<void>>().toExtend<NonNullable<Events['createUser']>>()
  })

  it('have a message type each', () => {
    // proves EV-3, EV-4
    expectTypeOf<Message<'createUser'>>().toEqualTypeOf<{ user: User }>()
    expectTypeOf<Message<'updateUser'>>().toEqualTypeOf<{ user: User }>()
    // proves EV-5, AMB-27
    expectTypeOf<Message<'linkAccount'>>().toEqualTypeOf<{
      user: User | AdapterUser
      account: Account
      profile: User | AdapterUser
    }>()
    // proves EV-6
    expectTypeOf<Message<'signIn'>>().toEqualTypeOf<{
      user: User
      account: Account | null
      profile?: Profile
      isNewUser?: boolean
    }>()
    // proves EV-8, AMB-26, OUT-11
    expectTypeOf<Message<'signOut'>>().toEqualTypeOf<
      ({ token: JWT | null } | { session: AdapterSession | null | undefined | void }) &
        ({ by: 'user' } | { by: 'provider'; userId: string; provider: string })
    >()
    // proves EV-9, AMB-25
    expectTypeOf<Message<'session'>>().toEqualTypeOf<{ session: Session; token?: JWT }>()
  })
})

describe('the return type of a callback', () => {
  const headers = new Headers()

  it('is the type of the session', async () => {
    const auth = createAuth({
      providers: [],
      callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role) }) },
    })
    // proves CB-12
    const { session } = await auth.session({ headers })
    expectTypeOf(session).toExtend<(Session & { role: string }) | null>()
    expectTypeOf(session?.role).toEqualTypeOf<string | undefined>()
    expectTypeOf(session?.expires).toEqualTypeOf<string | undefined>()
    // proves DROP-1
    // Only a database sets them, so a session of the strategy `jwt` must not promise them.
    expectTypeOf(session?.userId).toEqualTypeOf<string | undefined>()
    expectTypeOf(session?.user.id).toEqualTypeOf<string | undefined>()
  })

  it('is the type of the token that the session callback and events receive', () => {
    createAuth({
      providers: [],
      callbacks: {
        async jwt({ token, user }) {
          if (token.blocked) return null
          return { ...token, level: user === undefined ? 1 : 2 }
        },
        session({ session, token }) {
          // proves CB-9
          expectTypeOf(token.level).toEqualTypeOf<number>()
          return session
        },
      },
      events: {
        // proves EV-8, EV-9
        signOut: (message) =>
          'token' in message && expectTypeOf(message.token?.level).toEqualTypeOf<number | undefined>(),
        session: ({ token }) => expectTypeOf(token?.level).toEqualTypeOf<number | undefined>(),
      },
    })
  })

  it('is inferred in any order of the options', async () => {
    const auth = createAuth({
      providers: [],
      events: { session: ({ token }) => expectTypeOf(token).toEqualTypeOf<JWT | undefined>() },
      callbacks: {
        session({ session, token }) {
          expectTypeOf(token).toEqualTypeOf<JWT>()
          return { ...session, role: 'admin' }
        },
        jwt: ({ token }) => ({ ...token, level: 1 }),
      },
    })
    expectTypeOf((await auth.session({ headers })).session?.role).toEqualTypeOf<string | undefined>()
  })

  it('is the declared type if the configuration or a callback has a type annotation', async () => {
    const annotated: AuthConfig = {
      providers: [],
      callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
    }
    expectTypeOf((await createAuth(annotated).session({ headers })).session).toEqualTypeOf<Session | null>()
    const session: Callbacks['session'] = (params) => params.session
    const jwt: Callbacks['jwt'] = ({ token }) => token
    const auth = createAuth({ providers: [], callbacks: { jwt, session } })
    expectTypeOf((await auth.session({ headers })).session).toEqualTypeOf<Session | null>()
  })

  it('is the declared type without callbacks', async () => {
    // proves SES-11
    expectTypeOf(
      (await createAuth({ providers: [] }).session({ headers })).session,
    ).toEqualTypeOf<Session | null>()
  })

  it('is inferred from a configuration that uses `satisfies`', async () => {
    const checked = {
      providers: [],
      callbacks: {
        jwt: ({ token }) => ({ ...token, level: 1 }),
        session: ({ session }) => ({ ...session, role: 'admin' }),
      },
    } satisfies AuthConfig
    expectTypeOf((await createAuth(checked).session({ headers })).session?.role).toEqualTypeOf<
      string | undefined
    >()
  })

  it('must be a token or a session', () => {
    // @ts-expect-error a number is not a token
    createAuth({ providers: [], callbacks: { jwt: () => 5 } })
    // @ts-expect-error a string is not a session
    createAuth({ providers: [], callbacks: { session: () => 'ann' } })
    // @ts-expect-error undefined is not a session
    createAuth({ providers: [], callbacks: { session: async () => {} } })
    // @ts-expect-error the id of a user is a string
    createAuth({ providers: [], callbacks: { session: () => ({ expires: '', user: { id: 5 } }) } })
    // @ts-expect-error there is no such callback
    createAuth({ providers: [], callbacks: { sesion: () => null } })
    createAuth<Session & { role: string }>({
      providers: [],
      // @ts-expect-error the session lacks a property of its type
      callbacks: { session: ({ session }) => session },
    })
  })

  it('is inferred from a callback whose parameters have a custom type', () => {
    interface AppToken extends JWT {
      level: number
    }
    // A function with an annotated parameter, as applications write it.
    const session = ({ session, token }: { session: Session; token: AppToken }) => ({
      ...session,
      level: token.level,
    })
    expectTypeOf(
      createAuth({ providers: [], callbacks: { session } }).session,
    ).returns.resolves.toHaveProperty('session')
    createAuth({
      providers: [],
      // @ts-expect-error a token is not a number
      callbacks: { session: ({ token }: { token: number }) => ({ expires: String(token) }) },
    })
  })
})

describe('a token that the jwt callback reads back', () => {
  it('has the claims that the callback declares for its parameter', async () => {
    type Params = JWTCallbackParams & { token: { provider?: string } }
    const auth = createAuth({
      providers: [],
      callbacks: {
        jwt({ token, account }: Params) {
          expectTypeOf(token.provider).toEqualTypeOf<string | undefined>()
          return { ...token, provider: account?.provider ?? token.provider }
        },
        session: ({ session, token }) => ({ ...session, provider: token.provider }),
      },
    })
    const { session } = await auth.session({ headers: new Headers() })
    expectTypeOf(session?.provider).toEqualTypeOf<string | undefined>()
  })

  it('has unknown claims without a declaration', () => {
    createAuth({
      providers: [],
      callbacks: {
        jwt({ token }) {
          expectTypeOf(token.provider).toBeUnknown()
          return token
        },
      },
    })
  })
})

describe('the user that `authorize` returns', () => {
  const member = Credentials({ authorize: () => ({ id: '1', role: 'admin' as const }) })

  it('may have additional fields, which the callbacks and the sign-in event receive', () => {
    createAuth({
      providers: [GitHub, member],
      callbacks: {
        jwt({ token, user }) {
          expectTypeOf(user).toEqualTypeOf<(User & { role?: 'admin' }) | undefined>()
          return { ...token, role: user?.role }
        },
        session({ session, token }) {
          expectTypeOf(token.role).toEqualTypeOf<'admin' | undefined>()
          return session
        },
        signIn({ user }) {
          expectTypeOf(user.role).toEqualTypeOf<'admin' | undefined>()
          return true
        },
      },
      events: { signIn: ({ user }) => expectTypeOf(user.role).toEqualTypeOf<'admin' | undefined>() },
    })
  })

  it('is inferred from a function in the list of providers, and with a configuration per request', () => {
    Latchkey(async () => ({
      providers: [
        Credentials({
          credentials: { name: {} },
          authorize: async ({ name }) => (name ? { id: name, level: name.length } : null),
        }),
        GitHub({}),
      ],
      callbacks: {
        jwt({ token, user }) {
          expectTypeOf(user?.level).toEqualTypeOf<number | undefined>()
          return { ...token, level: user?.level }
        },
      },
    }))
  })

  it('is inferred from the declared return type of a function', () => {
    interface Member {
      id: string
      name: string | null
      team: string
    }
    const authorize = async (): Promise<Member | null> => null
    createAuth({
      providers: [Credentials({ authorize })],
      callbacks: {
        jwt({ token, user }) {
          expectTypeOf(user?.team).toEqualTypeOf<string | undefined>()
          expectTypeOf(user?.name).toEqualTypeOf<string | null | undefined>()
          return token
        },
      },
    })
  })

  it('may differ between several credentials providers', () => {
    const pin = Credentials({ id: 'pin', authorize: () => ({ id: '1', terminal: 5 }) })
    expectTypeOf(createAuth({ providers: [member, pin] })).toHaveProperty('session')
  })

  it('is the declared user without additional fields, and in an annotated configuration', () => {
    createAuth({
      providers: [GitHub, Credentials({ authorize: () => ({ id: '1', name: 'Ann' }) })],
      callbacks: {
        jwt({ token, user }) {
          expectTypeOf(user?.name).toEqualTypeOf<string | null | undefined>()
          // @ts-expect-error no provider returns this field
          return { ...token, role: user?.role }
        },
      },
    })
    const jwt: Callbacks['jwt'] = ({ token, user }) => {
      expectTypeOf(user).toEqualTypeOf<User | undefined>()
      return token
    }
    const annotated: AuthConfig = { providers: [member], callbacks: { jwt } }
    const checked = { providers: [member], callbacks: { jwt } } satisfies LatchkeyConfig
    expectTypeOf([createAuth(annotated), createAuth(checked)]).toBeArray()
  })

  it('must be a user', () => {
    // @ts-expect-error the id of a user is a string
    Credentials({ authorize: () => ({ id: 5 }) })
    // @ts-expect-error a user is an object
    Credentials({ authorize: () => 'ann' })
  })
})
