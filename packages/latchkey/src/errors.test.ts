import { describe, expect, it } from 'vitest'
import * as errors from './errors.ts'

const { AuthError, CredentialsSignin, AccessDenied, isClientError, MissingSecret, MissingSecretError } = errors

describe('an error', () => {
  const classes = Object.entries(errors).filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error) as [
    string,
    typeof AuthError,
  ][]

  it.each(classes.filter(([name]) => !['SignInError', 'MissingSecretError'].includes(name)))(
    '%s has its name as its type',
    (name, ErrorClass) => {
      const error = new ErrorClass('what happened')
      expect(error).toBeInstanceOf(AuthError)
      expect(error).toBeInstanceOf(Error)
      expect([error.name, error.type, ErrorClass.type, error.message]).toEqual([name, name, name, 'what happened'])
    },
  )

  it('keeps what it is told about its cause, in every form', () => {
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

  it('of wrong credentials has a code that an application may choose', () => {
    class TooMany extends CredentialsSignin {
      override code = 'too-many'
    }
    expect(new CredentialsSignin().code).toBe('credentials')
    expect(new TooMany()).toMatchObject({ code: 'too-many', type: 'CredentialsSignin', name: 'CredentialsSignin' })
    expect(new TooMany()).toBeInstanceOf(CredentialsSignin)
  })

  it('may be shown to a client only if its table says so', () => {
    expect(isClientError(new AccessDenied())).toBe(true)
    expect(isClientError(new MissingSecret())).toBe(false)
    expect(isClientError(new Error('of somebody else'))).toBe(false)
  })

  it('goes by the document’s name, too', () => {
    expect(MissingSecretError).toBe(MissingSecret)
  })
})
