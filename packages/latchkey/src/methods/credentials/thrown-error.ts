import type { Context } from '../../contract/context.ts'
import { type AuthError, asError } from '../../errors/auth-error.ts'
import { CallbackRouteError } from '../../errors/callbacks.ts'
import { CredentialsSignin } from '../../errors/credentials.ts'

/**
 * Converts what `authorize` threw to a Latchkey error. An application that is migrating may still
 * throw the `CredentialsSignin` of `@auth/core`, which also means wrong credentials. Loaded with
 * the first other error.
 */
export function readThrown({ auth, providerId }: Context, thrown: unknown): AuthError {
  const err = asError(thrown)
  if (isWrongCredentials(err.constructor)) {
    const { code } = err as Partial<CredentialsSignin>
    const error = new CredentialsSignin(err.message, { err })
    return typeof code === 'string' ? Object.assign(error, { code }) : error
  }
  auth.warnOnce(
    'authorize-threw',
    `\`authorize\` for provider "${providerId}" threw an error that does not say whether the ` +
      'credentials are wrong. For wrong credentials, return `null` or throw `CredentialsSignin`.',
  )
  return new CallbackRouteError(
    `\`authorize\` for provider "${providerId}" threw: ${err.message}. ` +
      'Fix it, or return `null` for wrong credentials.',
    { cause: { err, provider: providerId } },
  )
}

/** Returns whether a class, or one of its parent classes, is `CredentialsSignin` by its type. */
function isWrongCredentials(errorClass: unknown): boolean {
  if (!errorClass) return false
  const { type } = errorClass as Partial<typeof CredentialsSignin>
  return type === 'CredentialsSignin' || isWrongCredentials(Object.getPrototypeOf(errorClass))
}
