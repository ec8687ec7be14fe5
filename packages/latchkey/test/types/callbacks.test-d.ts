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
import { describe, expectTypeOf, it } from 'vitest'

type Given<C extends (...args: never[]) => unknown> = Parameters<C>[0]
type Redirect = NonNullable<Callbacks['redirect']>
type Message<E extends keyof Events> = Given<NonNullable<Events[E]>>

describe('the callbacks', () => {
  it('are these', () => {
    // proves CB-1
    expectTypeOf<keyof Callbacks>().toEqualTypeOf<'jwt' | 'session' | 'signIn' | 'redirect'>()
  })

  it('jwt is given the token, and at sign-in who signs in', () => {
    // proves CB-2, SES-12
    expectTypeOf<JWTCallbackParams['token']>().toEqualTypeOf<JWT>()
    // proves CB-3
    expectTypeOf<AdapterUser | User | undefined>().toExtend<JWTCallbackParams['user']>()
    expectTypeOf<JWTCallbackParams['account']>().toEqualTypeOf<Account | null | undefined>()
    expectTypeOf<JWTCallbackParams['profile']>().toEqualTypeOf<Profile | undefined>()
    // proves CB-4, AMB-24
    expectTypeOf<JWTCallbackParams['trigger']>().toEqualTypeOf<'signIn' | 'signUp' | 'update' | undefined>()
    // proves CB-5, AMB-48
    expectTypeOf<JWTCallbackParams['isNewUser']>().toEqualTypeOf<boolean | undefined>()
    // proves CB-6
    expectTypeOf<JWTCallbackParams['session']>().toBeAny()
  })

  it('jwt returns a token or null', () => {
    type Jwt = NonNullable<Callbacks['jwt']>
    // proves CB-7, AMB-29
    expectTypeOf<() => JWT>().toExtend<Jwt>()
    expectTypeOf<() => Promise<JWT | null>>().toExtend<Jwt>()
    expectTypeOf<() => undefined>().not.toExtend<Jwt>()
    expectTypeOf<() => string>().not.toExtend<Jwt>()
  })

  it('session is given the session with its token or user', () => {
    // proves CB-11, USR-6, AMB-20
    expectTypeOf<SessionCallbackParams['session']>().toEqualTypeOf<Session>()
    expectTypeOf<SessionCallbackParams['token']>().toEqualTypeOf<JWT>()
    expectTypeOf<SessionCallbackParams['user']>().toEqualTypeOf<AdapterUser>()
    // proves CB-11, AMB-30
    expectTypeOf<SessionCallbackParams['newSession']>().toBeAny()
    expectTypeOf<SessionCallbackParams['trigger']>().toEqualTypeOf<'update' | undefined>()
  })

  it('session returns a session', () => {
    type ShapeSession = NonNullable<Callbacks['session']>
    // proves CB-12
    expectTypeOf<() => Session>().toExtend<ShapeSession>()
    expectTypeOf<() => Promise<DefaultSession>>().toExtend<ShapeSession>()
    expectTypeOf<() => User>().not.toExtend<ShapeSession>()
    expectTypeOf<() => undefined>().not.toExtend<ShapeSession>()
  })

  it('signIn is given all that is known, and answers or sends on', () => {
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

  it('redirect is given two addresses and returns one', () => {
    // proves CB-18
    expectTypeOf<Given<Redirect>>().toEqualTypeOf<{ url: string; baseUrl: string }>()
    expectTypeOf<() => string>().toExtend<Redirect>()
    expectTypeOf<() => URL>().not.toExtend<Redirect>()
  })
})

describe('the events', () => {
  it('are these, and nothing is done with what they return', () => {
    // proves EV-10
    expectTypeOf<keyof Events>().toEqualTypeOf<
      'createUser' | 'updateUser' | 'linkAccount' | 'signIn' | 'signOut' | 'session'
    >()
    // proves EV-1
    expectTypeOf<() => Promise<void>>().toExtend<NonNullable<Events['createUser']>>()
  })

  it('have these messages', () => {
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
    // proves EV-8, AMB-26
    expectTypeOf<Message<'signOut'>>().toEqualTypeOf<
      { token: JWT | null } | { session: AdapterSession | null | undefined | void }
    >()
    // proves EV-9, AMB-25
    expectTypeOf<Message<'session'>>().toEqualTypeOf<{ session: Session; token?: JWT }>()
  })
})

describe('what callbacks return', () => {
  const headers = new Headers()

  it('is the session that is told', async () => {
    const auth = createAuth({
      providers: [],
      callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role) }) },
    })
    // proves CB-12
    expectTypeOf((await auth.session({ headers })).session).toEqualTypeOf<{
      user?: User
      expires: string
      role: string
    } | null>()
  })

  it('is the token that the session callback and events are given', () => {
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

  it('is known whatever stands first', async () => {
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

  it('is what was declared where the configuration, or a callback, is written down by itself', async () => {
    const written: AuthConfig = {
      providers: [],
      callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
    }
    expectTypeOf((await createAuth(written).session({ headers })).session).toEqualTypeOf<Session | null>()
    const session: Callbacks['session'] = (params) => params.session
    const jwt: Callbacks['jwt'] = ({ token }) => token
    const auth = createAuth({ providers: [], callbacks: { jwt, session } })
    expectTypeOf((await auth.session({ headers })).session).toEqualTypeOf<Session | null>()
  })

  it('is what was declared where there are none', async () => {
    // proves SES-11
    expectTypeOf(
      (await createAuth({ providers: [] }).session({ headers })).session,
    ).toEqualTypeOf<Session | null>()
  })

  it('is inferred of a configuration that is only checked', async () => {
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
    // @ts-expect-error a number is no token
    createAuth({ providers: [], callbacks: { jwt: () => 5 } })
    // @ts-expect-error text is no session
    createAuth({ providers: [], callbacks: { session: () => 'ann' } })
    // @ts-expect-error nothing is no session
    createAuth({ providers: [], callbacks: { session: async () => {} } })
    // @ts-expect-error the id of a user is text
    createAuth({ providers: [], callbacks: { session: () => ({ expires: '', user: { id: 5 } }) } })
    // @ts-expect-error there is no such callback
    createAuth({ providers: [], callbacks: { sesion: () => null } })
    createAuth<Session & { role: string }>({
      providers: [],
      // @ts-expect-error the session lacks what it is said to have
      callbacks: { session: ({ session }) => session },
    })
  })

  it('may be given parameters of an application’s own type', () => {
    interface AppToken extends JWT {
      level: number
    }
    // A function whose parameter is annotated, as applications have them.
    const session = ({ session, token }: { session: Session; token: AppToken }) => ({
      ...session,
      level: token.level,
    })
    expectTypeOf(
      createAuth({ providers: [], callbacks: { session } }).session,
    ).returns.resolves.toHaveProperty('session')
    createAuth({
      providers: [],
      // @ts-expect-error a token is no number
      callbacks: { session: ({ token }: { token: number }) => ({ expires: String(token) }) },
    })
  })
})
