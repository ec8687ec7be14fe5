import type { IncomingMessage } from 'node:http'
import type { AuthConfig, Store } from 'latchkey'
import {
  type decode,
  type encode,
  getToken,
  type JWT,
  type JWTDecodeParams,
  type JWTEncodeParams,
  type JWTOptions,
  type OneTimeToken,
  type OneTimeTokensOptions,
  oneTimeTokens,
} from 'latchkey/jwt'
import type { NextRequest } from 'next/server.js'
import { describe, expectTypeOf, it } from 'vitest'

describe('getToken', () => {
  const secret: string | undefined = process.env.AUTH_SECRET

  it('accepts the request types of applications', () => {
    type Requests = Parameters<typeof getToken>[0]['req']
    expectTypeOf<Request>().toExtend<Requests>()
    expectTypeOf<NextRequest>().toExtend<Requests>()
    expectTypeOf<IncomingMessage>().toExtend<Requests>()
    expectTypeOf<{ headers: Record<string, string> }>().toExtend<Requests>()
    expectTypeOf<{ url: string }>().not.toExtend<Requests>()
  })

  it('returns claims, or a string with `raw`', () => {
    const req = new Request('http://app.test')
    expectTypeOf(getToken({ req, secret })).toEqualTypeOf<Promise<JWT | null>>()
    expectTypeOf(getToken({ req, secret, raw: false })).toEqualTypeOf<Promise<JWT | null>>()
    expectTypeOf(getToken({ req, secret, raw: true })).toEqualTypeOf<Promise<string | null>>()
    expectTypeOf<{ req: Request }>().not.toExtend<Parameters<typeof getToken>[0]>()
    expectTypeOf(console).toExtend<Parameters<typeof getToken>[0]['logger']>()
  })
})

describe('oneTimeTokens', () => {
  const options = { purpose: 'change-email', maxAge: 60, secret: process.env.AUTH_SECRET }

  it('has the type of the data, which cannot be a promise', () => {
    const tokens = oneTimeTokens<{ email: string }>({ ...options, store: {} as Store })
    type Content = OneTimeToken<{ email: string }> | null
    expectTypeOf(tokens.read).returns.toEqualTypeOf<Promise<Content>>()
    expectTypeOf(tokens.redeem).returns.toEqualTypeOf<Promise<Content>>()
    expectTypeOf(tokens.create).parameter(0).toHaveProperty('data').toEqualTypeOf<{ email: string }>()
    // A call without `await` is an error of the compiler.
    expectTypeOf(tokens.redeem).returns.not.toHaveProperty('data')
    expectTypeOf<Promise<string>>().not.toExtend<Parameters<typeof tokens.read>[0]>()
  })

  it('needs a store', () => {
    expectTypeOf<typeof options>().not.toExtend<OneTimeTokensOptions>()
    expectTypeOf<typeof options & { store: Store }>().toExtend<OneTimeTokensOptions>()
  })
})

describe('the option `jwt`', () => {
  it('is a partial JWTOptions', () => {
    expectTypeOf<AuthConfig['jwt']>().toEqualTypeOf<Partial<JWTOptions> | undefined>()
    expectTypeOf<{ encode: typeof encode; decode: typeof decode }>().toExtend<AuthConfig['jwt']>()
  })

  it('accepts functions that were written for Auth.js', () => {
    expectTypeOf<
      (params: { token?: JWT; secret: string | string[]; salt: string; maxAge?: number }) => string
    >().toExtend<JWTOptions['encode']>()
    expectTypeOf<
      (params: { token?: string; secret: string | string[]; salt: string }) => JWT | null
    >().toExtend<JWTOptions['decode']>()
    expectTypeOf<JWTEncodeParams['secret']>().toEqualTypeOf<JWTDecodeParams['secret']>()
  })
})
