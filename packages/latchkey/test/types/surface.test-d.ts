import {
  Auth,
  type AuthAction,
  type AuthConfig,
  createActionURL,
  isAuthAction,
  type RawAnswer,
  type RawResponse,
  raw,
  setEnvDefaults,
} from 'latchkey'
import type { LatchkeyConfig } from 'latchkey/next'
import { describe, expectTypeOf, it } from 'vitest'

declare const request: Request
declare const config: AuthConfig

describe('Auth', () => {
  // [AMB-8, §2.7]
  it('gives what the configuration asks for', () => {
    expectTypeOf(Auth(request, config)).toEqualTypeOf<Promise<Response>>()
    expectTypeOf(Auth(request, { providers: [] })).toEqualTypeOf<Promise<Response>>()
    expectTypeOf(Auth(request, { ...config, raw })).toEqualTypeOf<Promise<RawAnswer>>()
    expectTypeOf<true>().not.toExtend<AuthConfig['raw']>()
    expectTypeOf<symbol>().not.toExtend<AuthConfig['raw']>()
  })

  // [§2.7] Server code written for Auth.js reads the answer like this.
  it('gives raw answers that are read without asking what they are', async () => {
    const answer = await Auth(request, { ...config, raw })
    for (const { name, value, options } of answer.cookies ?? []) expectTypeOf([name, value, options.path]).toExtend<unknown[]>()
    const url = answer instanceof Response ? answer.headers.get('location') : answer.redirect
    expectTypeOf(url).toEqualTypeOf<string | null | undefined>()
    expectTypeOf<RawResponse>().toExtend<RawAnswer>()
  })

  // [CFG-43, AMB-8]
  it('takes `raw`, and Next.js does not', () => {
    expectTypeOf<'raw'>().toExtend<keyof AuthConfig>()
    expectTypeOf<'raw'>().not.toExtend<keyof LatchkeyConfig>()
  })
})

describe('what server code calls by itself', () => {
  // [§1, §9.1, §9.3]
  it('takes what platforms have', () => {
    expectTypeOf(setEnvDefaults).parameters.toEqualTypeOf<[env: object, config: AuthConfig, suppressBasePathWarning?: boolean]>()
    expectTypeOf(createActionURL('signin', 'https', new Headers(), process.env, config)).toEqualTypeOf<URL>()
    expectTypeOf(isAuthAction).guards.toEqualTypeOf<AuthAction>()
    expectTypeOf<'login'>().not.toExtend<AuthAction>()
  })
})
