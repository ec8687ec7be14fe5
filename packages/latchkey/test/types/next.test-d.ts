import type { AuthConfig, DefaultSession, JWT, ReadonlyAuthConfig, Session, User } from 'latchkey'
import type * as next from 'latchkey/next'
import { Latchkey, type LatchkeyConfig, type LatchkeyResult } from 'latchkey/next'
// Not from `next`, which changes the type of `process.env` for the whole program.
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from 'next/dist/types.js'
import { type NextFetchEvent, type NextMiddleware, type NextRequest, NextResponse } from 'next/server.js'
import { describe, expectTypeOf, it } from 'vitest'

type Authorized = NonNullable<NonNullable<LatchkeyConfig['callbacks']>['authorized']>
type SignIn = Parameters<LatchkeyResult['signIn']>

describe('the configuration', () => {
  it('is an AuthConfig with the `authorized` callback', () => {
    // proves CFG-43, CFG-46
    expectTypeOf<Omit<LatchkeyConfig, 'callbacks'>>().toEqualTypeOf<
      Omit<ReadonlyAuthConfig, 'callbacks' | 'raw'>
    >()
    expectTypeOf<AuthConfig>().toExtend<LatchkeyConfig>()
    expectTypeOf<keyof LatchkeyConfig>().toEqualTypeOf<Exclude<keyof AuthConfig, 'raw'>>()
    // proves CFG-43, AMB-8
    // @ts-expect-error this integration has no raw response
    Latchkey({ providers: [], raw: Symbol('raw') })
    // proves CB-1
    expectTypeOf<keyof NonNullable<LatchkeyConfig['callbacks']>>().toEqualTypeOf<
      'jwt' | 'session' | 'signIn' | 'redirect' | 'authorized'
    >()
  })

  it('passes `authorized` the session and the request', () => {
    // proves CB-20
    expectTypeOf<Parameters<Authorized>[0]>().toEqualTypeOf<{ auth: Session | null; request: NextRequest }>()
    // proves CB-21
    expectTypeOf<() => undefined>().toExtend<Authorized>()
    expectTypeOf<() => boolean>().toExtend<Authorized>()
    expectTypeOf<() => Response>().toExtend<Authorized>()
    expectTypeOf<() => Promise<NextResponse>>().toExtend<Authorized>()
    expectTypeOf<() => string>().not.toExtend<Authorized>()
  })

  it('can be a function of the request, which may be undefined', () => {
    Latchkey((request) => {
      // proves A-1, LAZY-2
      expectTypeOf(request).toEqualTypeOf<NextRequest | undefined>()
      return { providers: [] }
    })
    // proves AMB-19
    Latchkey(async () => ({ providers: [] }))
  })
})

describe('the session', () => {
  it('has the return type of the session callback in any order of the callbacks', async () => {
    const before = Latchkey({
      providers: [],
      callbacks: {
        authorized({ auth }) {
          expectTypeOf(auth).toEqualTypeOf<Session | null>()
          return true
        },
        jwt: ({ token }) => ({ ...token, level: 1 }),
        session: ({ session, token }) => ({ ...session, level: token.level }),
      },
    })
    const after = Latchkey({
      providers: [],
      callbacks: {
        jwt: ({ token }) => ({ ...token, level: 1 }),
        session: ({ session, token }) => ({ ...session, level: token.level }),
        authorized({ auth }) {
          expectTypeOf(auth?.level).toEqualTypeOf<number | undefined>()
          return true
        },
      },
    })
    expectTypeOf((await before.auth())?.level).toEqualTypeOf<number | undefined>()
    expectTypeOf((await after.auth())?.level).toEqualTypeOf<number | undefined>()
    // proves A-5
    after.auth(
      (request) => expectTypeOf(request.auth?.level).toEqualTypeOf<number | undefined>() && undefined,
    )
  })

  it('is inferred from a configuration that a function returns', async () => {
    const callbacks = {
      jwt: ({ token }: { token: JWT }) => ({ ...token, level: 1 }),
      session: ({ session }: { session: Session }) => ({ ...session, level: 1 }),
    }
    const { auth } = Latchkey(async () => ({ providers: [], callbacks }))
    expectTypeOf((await auth())?.level).toEqualTypeOf<number | undefined>()
    const inline = Latchkey((request) => ({
      providers: [],
      basePath: request?.nextUrl.pathname,
      callbacks: {
        jwt: ({ token }) => ({ ...token, level: 1 }),
        session: ({ session, token }) => ({ ...session, level: token.level }),
      },
    }))
    expectTypeOf((await inline.auth())?.level).toEqualTypeOf<number | undefined>()
  })

  it('has the declared type if the configuration has a type annotation', async () => {
    const annotated: LatchkeyConfig = { providers: [] }
    // proves A-2
    expectTypeOf(await Latchkey(annotated).auth()).toEqualTypeOf<Session | null>()
    expectTypeOf(await Latchkey({ providers: [] }).auth()).toEqualTypeOf<Session | null>()
  })
})

describe('auth', () => {
  const { auth } = Latchkey({ providers: [] })

  it('returns the session for every type of request', () => {
    // proves A-2
    expectTypeOf(auth()).toEqualTypeOf<Promise<Session | null>>()
    // proves A-3
    expectTypeOf(auth({} as NextApiRequest, {} as NextApiResponse)).toEqualTypeOf<Promise<Session | null>>()
    // proves A-4
    expectTypeOf(auth({} as GetServerSidePropsContext)).toEqualTypeOf<Promise<Session | null>>()
    expectTypeOf<Awaited<ReturnType<typeof auth>>>().toEqualTypeOf<Session | null>()
    // proves A-3
    // @ts-expect-error a request of the Pages Router needs its response
    auth({} as NextApiRequest)
  })

  it('is a proxy, and wraps a function as one', () => {
    // proves A-5
    expectTypeOf(auth((request) => Response.json(request.auth))).toEqualTypeOf<next.Handler>()
    expectTypeOf(auth({} as NextRequest, {} as NextFetchEvent)).toEqualTypeOf<
      Promise<NextResponse | Response>
    >()
    expectTypeOf(auth).toExtend<(request: NextRequest, event: NextFetchEvent) => unknown>()
  })
})

describe('a function that auth wraps', () => {
  const { auth } = Latchkey({ providers: [] })
  type Result = ReturnType<next.AuthenticatedHandler>
  type IdParams = { id: string }

  it('returns what a proxy of Next.js may return', () => {
    // proves DROP-8
    expectTypeOf<ReturnType<NextMiddleware>>().toExtend<Result>()
    expectTypeOf<null>().toExtend<Result>()
    expectTypeOf<Promise<Response | null>>().toExtend<Result>()
    expectTypeOf<Promise<NextResponse | undefined>>().toExtend<Result>()
    expectTypeOf<string>().not.toExtend<Result>()
    auth((request) => (request.auth ? null : Response.redirect(new URL('/login', request.nextUrl))))
    auth(async (request) => {
      if (!request.auth) return NextResponse.redirect(new URL('/login', request.nextUrl))
      return null
    })
    // @ts-expect-error a text is no response
    auth(() => 'text')
  })

  it('is a proxy with its event, and results in one', () => {
    // proves DROP-8, A-5
    auth((request, event: NextFetchEvent) => event.waitUntil(fetch(request.nextUrl)))
    const existing: NextMiddleware = () => NextResponse.next()
    expectTypeOf(auth(existing)).toExtend<NextMiddleware>()
  })

  it('is a route handler with its parameters, as a promise or, before Next.js 15, as an object', () => {
    // proves DROP-8, EP-1
    type RouteHandler<P> = (request: NextRequest, context: { params: P }) => Promise<Response>
    const newer = auth(async (request, { params }: { params: Promise<IdParams> }) =>
      Response.json({ id: (await params).id, user: request.auth?.user }),
    )
    expectTypeOf(newer).toExtend<RouteHandler<Promise<IdParams>>>()
    const older = auth((request, { params }: { params: IdParams }) =>
      Response.json({ id: params.id, user: request.auth?.user }),
    )
    expectTypeOf(older).toExtend<RouteHandler<IdParams>>()
    auth(async (_request, context) => Response.json((await context.params).id))
    const existing = async (_request: NextRequest, { params }: { params: Promise<IdParams> }) =>
      Response.json(await params)
    expectTypeOf(auth(existing)).toExtend<RouteHandler<Promise<IdParams>>>()
  })
})

const protectedSession = (result: LatchkeyResult) => result.protect({ within: 600 })

describe('the result of Latchkey', () => {
  it('has the functions of the integration', () => {
    // proves A-1, GEN-8
    type Names =
      | 'auth'
      | 'currentUser'
      | 'handlers'
      | 'passwords'
      | 'protect'
      | 'removeAccess'
      | 'users'
      | 'revokeSessions'
      | 'signIn'
      | 'signOut'
      | 'unstable_update'
      | 'update'
    expectTypeOf<keyof LatchkeyResult>().toEqualTypeOf<Names>()
    expectTypeOf<keyof LatchkeyResult['handlers']>().toEqualTypeOf<'GET' | 'POST'>()
    expectTypeOf<LatchkeyResult['revokeSessions']>().toEqualTypeOf<
      (userId: string, options?: { except?: 'current' | undefined }) => Promise<void>
    >()
    expectTypeOf<ReturnType<typeof protectedSession>>().resolves.toEqualTypeOf<Session>()
    expectTypeOf<LatchkeyResult['removeAccess']>().toEqualTypeOf<(userId: string) => Promise<void>>()
  })

  it('updates a session with any part of it', () => {
    // proves A-11, AMB-45
    type Data = Partial<Session | { user: Partial<User> }>
    expectTypeOf<Data>().toExtend<Parameters<LatchkeyResult['unstable_update']>[0]>()
    expectTypeOf<Parameters<LatchkeyResult['unstable_update']>[0]>().toExtend<Data>()
    expectTypeOf<LatchkeyResult['update']>().toEqualTypeOf<LatchkeyResult['unstable_update']>()
    expectTypeOf<ReturnType<LatchkeyResult['update']>>().toEqualTypeOf<Promise<Session | null>>()
    const { update } = Latchkey({
      providers: [],
      callbacks: { session: ({ session }) => ({ ...session, user: { ...session.user, level: 1 } }) },
    })
    expectTypeOf(update({ user: { level: 2 } })).resolves.toExtend<{ user: { level: number } } | null>()
    expectTypeOf(update({ user: { name: 'Ann' } })).resolves.not.toBeAny()
    // @ts-expect-error a level is a number
    update({ user: { level: 'high' } })
  })
})

describe('signIn and signOut', () => {
  it('accept any provider, fields and parameters', () => {
    // proves A-6
    expectTypeOf<SignIn[0]>().toEqualTypeOf<string | undefined>()
    // proves A-7, AMB-36
    expectTypeOf<FormData>().toExtend<SignIn[1]>()
    expectTypeOf<{ redirect: false; redirectTo: string; email: string }>().toExtend<SignIn[1]>()
    expectTypeOf<Record<never, never>>().toExtend<SignIn[1]>()
    expectTypeOf<{ redirect: string }>().not.toExtend<SignIn[1]>()
    // proves TOK-14
    expectTypeOf<{ link: true }>().toExtend<SignIn[1]>()
    expectTypeOf<{ link: 'yes' }>().not.toExtend<SignIn[1]>()
    // proves A-8
    expectTypeOf<SignIn[2]>().toEqualTypeOf<
      string | Record<string, string> | URLSearchParams | string[][] | undefined
    >()
    // proves A-9
    expectTypeOf<ReturnType<LatchkeyResult['signIn']>>().toEqualTypeOf<Promise<string>>()
    // proves A-10
    expectTypeOf<{ redirect?: boolean; redirectTo?: string }>().toExtend<
      Parameters<LatchkeyResult['signOut']>[0]
    >()
    expectTypeOf<ReturnType<LatchkeyResult['signOut']>>().toEqualTypeOf<Promise<next.SignOutResult>>()
  })

  it('return a value only with `redirect: false`', () => {
    const { signIn, signOut } = Latchkey({ providers: [] })
    // proves A-9, AMB-37, DROP-15
    expectTypeOf(signIn('github', { redirect: false })).toEqualTypeOf<Promise<string>>()
    expectTypeOf(signOut({ redirect: false })).toEqualTypeOf<Promise<next.SignOutResult>>()
    expectTypeOf(signOut({ redirect: false }).then(({ redirect }) => redirect)).toEqualTypeOf<
      Promise<string>
    >()
    expectTypeOf(signIn('github')).toEqualTypeOf<Promise<never>>()
    expectTypeOf(signIn('credentials', new FormData())).toEqualTypeOf<Promise<never>>()
    expectTypeOf(signOut()).toEqualTypeOf<Promise<never>>()
    // proves OUT-3
    expectTypeOf(signOut({ provider: false })).toEqualTypeOf<Promise<never>>()
    expectTypeOf(
      signOut({ redirectTo: '/', redirect: Boolean(1) }),
    ).resolves.toEqualTypeOf<next.SignOutResult>()
  })

  it('accept fields of any type, including those of an interface', () => {
    interface Login {
      email: string
      otp: number
      remember?: boolean
    }
    // proves A-7, DROP-2
    expectTypeOf<Login>().toExtend<SignIn[1]>()
    expectTypeOf<{ email: FormDataEntryValue | null; large: bigint }>().toExtend<SignIn[1]>()
  })
})

describe('the exported names', () => {
  it('include the names of Auth.js', () => {
    // proves SES-14, AMB-4, §1
    expectTypeOf<next.NextAuthResult>().toEqualTypeOf<ReturnType<typeof Latchkey>>()
    expectTypeOf<next.NextAuthConfig>().toExtend<LatchkeyConfig>()
    expectTypeOf<keyof next.NextAuthConfig>().toEqualTypeOf<keyof LatchkeyConfig>()
    expectTypeOf<next.NextAuthConfig['providers']>().toEqualTypeOf<AuthConfig['providers']>()
    expectTypeOf<next.NextAuthRequest>().toEqualTypeOf<next.LatchkeyRequest>()
    expectTypeOf<next.LatchkeyRequest['auth']>().toEqualTypeOf<Session | null>()
  })

  it('include the types and errors of the core', () => {
    // proves §1
    type Names = [
      next.Session,
      next.Account,
      next.Profile,
      next.DefaultSession,
      next.User,
      next.LatchkeyResult<DefaultSession>,
    ]
    expectTypeOf<Names>().not.toBeNever()
    expectTypeOf<typeof next>().toHaveProperty('AuthError')
    expectTypeOf<typeof next>().toHaveProperty('CredentialsSignin')
    expectTypeOf<typeof next>().toHaveProperty('customFetch')
    expectTypeOf<typeof next.default>().toEqualTypeOf<typeof Latchkey>()
  })
})
