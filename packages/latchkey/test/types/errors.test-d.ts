import {
  AuthError,
  CredentialsSignin,
  type ErrorType,
  type MissingSecret,
  type MissingSecretError,
} from 'latchkey/errors'
import { describe, expectTypeOf, it } from 'vitest'

describe('an error', () => {
  it('accepts a message, an error or details', () => {
    // proves ERR-2, AMB-51
    new AuthError()
    new AuthError('It failed.')
    new AuthError('It failed.', new Error('why'))
    new AuthError('It failed.', { cause: new Error('why') })
    new AuthError('It failed.', { provider: 'acme' })
    new AuthError(new Error('why'), { provider: 'acme' })
    // @ts-expect-error a number is not accepted
    new AuthError(500)
  })

  it('has a type, a message and a cause', () => {
    // proves ERR-1, ERR-3
    expectTypeOf<AuthError>().toExtend<Error>()
    expectTypeOf<AuthError['type']>().toEqualTypeOf<ErrorType>()
    expectTypeOf<AuthError['cause']>().toEqualTypeOf<
      (Record<string, unknown> & { err?: Error }) | undefined
    >()
    expectTypeOf<Pick<AuthError, 'message' | 'name' | 'stack'>>().toEqualTypeOf<{
      message: string
      name: string
      stack?: string
    }>()
  })

  it('for incorrect credentials has a code', () => {
    // proves ERR-6, AMB-49, AMB-50
    expectTypeOf<CredentialsSignin>().toExtend<AuthError>()
    expectTypeOf<CredentialsSignin['code']>().toEqualTypeOf<string>()
    expectTypeOf<(typeof CredentialsSignin)['type']>().toEqualTypeOf<string>()
    new CredentialsSignin('Wrong.', { cause: new Error('why') })
    // proves ERR-9
    class TooManyAttempts extends CredentialsSignin {
      override code = 'too-many-attempts'
    }
    expectTypeOf(new TooManyAttempts()).toExtend<AuthError>()
  })

  it('for a missing secret has two names', () => {
    // proves ERR-12, AMB-13
    expectTypeOf<typeof MissingSecretError>().toEqualTypeOf<typeof MissingSecret>()
  })
})
