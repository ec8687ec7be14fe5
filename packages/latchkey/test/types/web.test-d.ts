import { Hono } from 'hono'
import { hc } from 'hono/client'
import type { Session } from 'latchkey'
import { Latchkey as FetchLatchkey } from 'latchkey/fetch'
import { Latchkey, type LatchkeyEnv } from 'latchkey/hono'
import { describe, expectTypeOf, it } from 'vitest'

describe('Latchkey for Hono', () => {
  const { latchkey, protect, auth } = Latchkey({
    providers: [],
    callbacks: {
      jwt: ({ token }) => ({ ...token, level: 1 }),
      session: ({ session, token }) => ({ ...session, level: token.level }),
    },
  })

  it('adds the session to `c.var`, as the callbacks return it', () => {
    new Hono()
      .use(latchkey)
      .get('/', async (c) => {
        expectTypeOf((await c.var.auth())?.level).toEqualTypeOf<number | undefined>()
        expectTypeOf((await auth(c))?.level).toEqualTypeOf<number | undefined>()
        return c.text('')
      })
      .get('/account', protect, (c) => {
        expectTypeOf(c.var.session.level).toEqualTypeOf<number>()
        return c.text('')
      })
      .get('/keys', protect({ within: 600 }), (c) => {
        expectTypeOf(c.var.session.level).toEqualTypeOf<number>()
        return c.text('')
      })
    new Hono<LatchkeyEnv>().get('/', async (c) => {
      expectTypeOf(await c.var.auth()).toEqualTypeOf<Session | null>()
      return c.text('')
    })
  })

  it('keeps the types of routes for `hc`', async () => {
    const app = new Hono().use(latchkey).get('/me', protect, (c) => c.json({ level: c.var.session.level }))
    const response = await hc<typeof app>('http://localhost').me.$get()
    expectTypeOf(await response.json()).toEqualTypeOf<{ level: number }>()
  })

  it('returns the session or a response in a handler', () => {
    new Hono().get('/', async (c) => {
      const session = await protect(c)
      expectTypeOf(session).extract<Response>().toEqualTypeOf<Response>()
      return session instanceof Response ? session : c.json({ level: session.level })
    })
  })
})

describe('Latchkey for functions from a request to a response', () => {
  it('passes the arguments of the runtime on', () => {
    interface Env {
      readonly AUTH_SECRET: string
    }
    const { latchkey, signIn } = FetchLatchkey((_: Request, env: Env) => ({
      secret: env.AUTH_SECRET,
      providers: [],
    }))
    const handle = latchkey((_: Request, env: Env, context: { waitUntil(): void }) => {
      context.waitUntil()
      return new Response(env.AUTH_SECRET)
    })
    expectTypeOf(handle).parameters.toEqualTypeOf<[Request, Env, { waitUntil(): void }]>()
    expectTypeOf(
      signIn(new Request('http://localhost'), 'github', { redirect: false }),
    ).resolves.toEqualTypeOf<string>()
    expectTypeOf(signIn(new Request('http://localhost'))).resolves.toEqualTypeOf<Response>()
  })
})
