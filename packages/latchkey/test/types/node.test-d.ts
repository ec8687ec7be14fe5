import type { createServer, IncomingMessage, ServerResponse } from 'node:http'
import type { createSecureServer, Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import express from 'express'
import Fastify from 'fastify'
import { createAuth, type ReadonlyAuthConfig, type Session } from 'latchkey'
import { Latchkey, type LatchkeyConfig, type LatchkeyResult } from 'latchkey/node'
import Credentials from 'latchkey/providers/credentials'
import { describe, expectTypeOf, it } from 'vitest'

const { handler, auth, protect } = Latchkey({ providers: [] })

describe('the functions for servers on Node.js', () => {
  it('fit the listeners and middleware of the servers', () => {
    expectTypeOf(handler).toExtend<NonNullable<Parameters<typeof createServer>[1]>>()
    expectTypeOf(handler).toExtend<NonNullable<Parameters<typeof createSecureServer>[1]>>()
    expectTypeOf(handler).toExtend<express.RequestHandler>()
    expectTypeOf(protect).toExtend<express.RequestHandler>()
    express().use(handler).use('/account', protect)
    Fastify().addHook('onRequest', (request, reply, next) => {
      handler(request.raw, reply.raw, next)
    })
  })

  it('accept requests of HTTP/1 and HTTP/2', () => {
    expectTypeOf<IncomingMessage | Http2ServerRequest>().toExtend<Parameters<typeof auth>[0]>()
    expectTypeOf<ServerResponse | Http2ServerResponse | undefined>().toExtend<Parameters<typeof auth>[1]>()
  })

  it('return the session type that the callbacks return', async () => {
    const typed = Latchkey({
      providers: [],
      callbacks: {
        jwt: ({ token }) => ({ ...token, level: 1 }),
        session: ({ session, token }) => ({ ...session, level: token.level }),
      },
    })
    const exchange = [{} as IncomingMessage, {} as ServerResponse] as const
    expectTypeOf((await typed.auth(...exchange))?.level).toEqualTypeOf<number | undefined>()
    expectTypeOf((await typed.protect(...exchange))?.level).toEqualTypeOf<number | undefined>()
    expectTypeOf<LatchkeyResult['auth']>().returns.resolves.toEqualTypeOf<Session | null>()
  })

  it('pass the fields of the user that `authorize` returns to the callbacks', () => {
    Latchkey({
      providers: [Credentials({ authorize: () => ({ id: '1', role: 'admin' as const }) })],
      callbacks: {
        jwt({ token, user }) {
          expectTypeOf(user?.role).toEqualTypeOf<'admin' | undefined>()
          return { ...token, role: user?.role }
        },
      },
    })
  })

  it('take an AuthConfig without `raw`', () => {
    expectTypeOf<LatchkeyConfig>().toEqualTypeOf<Omit<ReadonlyAuthConfig, 'raw'>>()
  })
})

it('`createAuth` reads the session of a Request', () => {
  expectTypeOf(createAuth({ providers: [] }).session).toBeCallableWith(new Request('https://app.test'))
})
