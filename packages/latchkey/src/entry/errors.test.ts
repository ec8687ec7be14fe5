import { describe, expect, it } from 'vitest'
import * as errors from './errors.ts'

const { AuthError, CredentialsSignin, AccessDenied, isClientError, MissingSecret, MissingSecretError } =
  errors

describe('an error', () => {
  const classes = Object.entries(errors).filter(
    ([, value]) => typeof value === 'function' && value.prototype instanceof Error,
  ) as [string, typeof AuthError][]

  const findClass = (name: string): typeof AuthError => new Map(classes).get(name) as typeof AuthError

  // proves ERR-1, ERR-3, §14, §14 a
  it.each(classes.filter(([name]) => !['SignInError', 'MissingSecretError'].includes(name)))(
    '%s has its class name as its type',
    (name, ErrorClass) => {
      const error = new ErrorClass('a message')
      expect(error).toBeInstanceOf(AuthError)
      expect(error).toBeInstanceOf(Error)
      expect({
        name: error.name,
        type: error.type,
        staticType: ErrorClass.type,
        message: error.message,
      }).toEqual({ name, type: name, staticType: name, message: 'a message' })
    },
  )

  // proves §1, §14, §14 OAuthSignInError
  it.each([
    ['AccessDenied', true],
    ['AdapterError', false],
    ['CallbackRouteError', false],
    ['CredentialsSignin', true],
    ['EmailSignInError', true],
    ['ErrorPageLoop', false],
    ['EventError', false],
    ['InvalidCallbackUrl', false],
    ['InvalidCheck', false],
    ['InvalidEndpoints', false],
    ['InvalidProvider', false],
    ['JWTSessionError', false],
    ['MissingAdapter', false],
    ['MissingAdapterMethods', false],
    ['MissingAuthorize', false],
    ['MissingCSRF', true],
    ['MissingCookie', true],
    ['MissingSecret', false],
    ['OAuthAccountNotLinked', true],
    ['OAuthCallbackError', true],
    ['OAuthProfileParseError', false],
    ['OAuthSignInError', false],
    ['SessionTokenError', false],
    ['SignOutError', true],
    ['UnknownAction', true],
    ['UnsupportedStrategy', false],
    ['UntrustedHost', false],
    ['Verification', true],
  ] as const)('%s is exported, and its type is shown to clients: %s', (name, isPublic) => {
    expect(isClientError(new (findClass(name))())).toBe(isPublic)
  })

  // proves §14 a
  it.each([
    'CredentialsSignin',
    'EmailSignInError',
    'MissingCSRF',
    'MissingCookie',
    'OAuthAccountNotLinked',
    'OAuthCallbackError',
    'OAuthSignInError',
  ] as const)('%s is a SignInError', (name) => {
    expect(new (findClass(name))()).toBeInstanceOf(errors.SignInError)
  })

  // proves ERR-2, ERR-3, §14 b
  it('accepts a cause in every form', () => {
    const err = new Error('inner')
    expect(new AuthError('m', err).cause).toEqual({ err })
    expect(new AuthError('m', { cause: err }).cause).toEqual({ err })
    expect(new AuthError('m', { cause: { err, provider: 'x' } }).cause).toEqual({ err, provider: 'x' })
    expect(new AuthError('m', { provider: 'x' }).cause).toEqual({ provider: 'x' })
    expect(new AuthError(err).cause).toEqual({ err })
    expect(new AuthError(err, { provider: 'x' }).cause).toEqual({ err, provider: 'x' })
    expect(new AuthError({ provider: 'x' }).cause).toEqual({ provider: 'x' })
    expect(new AuthError('m').cause).toBeUndefined()
  })

  // proves ERR-2, §14 b
  it('keeps the cause of its cause, of any type', () => {
    const outer = new Error('outer', { cause: { step: 2 } })
    expect(new AuthError(outer, { provider: 'x' }).cause).toEqual({ err: outer, step: 2, provider: 'x' })
    expect({
      withError: new AuthError(outer).message,
      withDetails: new AuthError({ provider: 'x' }).message,
      withNothing: new AuthError().message,
    }).toEqual({ withError: 'outer', withDetails: '', withNothing: '' })
    expect(new AuthError('m', { cause: 'text', provider: 'x' }).cause).toEqual({
      cause: 'text',
      provider: 'x',
    })
    const err = new Error('inner', { cause: 'text' })
    expect(new AuthError('m', err).cause).toEqual({ err, cause: 'text' })
  })

  // proves ERR-6, ERR-8, ERR-9, §14 CredentialsSignin, §14 a
  it('for incorrect credentials has a code that an application can change', () => {
    class TooMany extends CredentialsSignin {
      override code = 'too-many'
    }
    expect(new CredentialsSignin().code).toBe('credentials')
    expect(new TooMany()).toMatchObject({
      code: 'too-many',
      type: 'CredentialsSignin',
      name: 'CredentialsSignin',
    })
    expect(new TooMany()).toBeInstanceOf(CredentialsSignin)
  })

  // proves §14
  it('is shown to clients only if its type is public', () => {
    expect(isClientError(new AccessDenied())).toBe(true)
    expect(isClientError(new MissingSecret())).toBe(false)
    expect(isClientError(new Error('not an AuthError'))).toBe(false)
  })

  // proves ERR-12
  it('is also exported as MissingSecretError, its name in the Auth.js documentation', () => {
    expect(MissingSecretError).toBe(MissingSecret)
  })
})
