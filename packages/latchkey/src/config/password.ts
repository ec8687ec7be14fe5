import type { ResolvedPassword } from '../contract/providers.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { InvalidProvider } from '../errors/configuration.ts'
import type { PasswordConfig } from '../types/providers/password.ts'

/** The names of the forms' other fields, and of properties that a form must not set. */
const RESERVED_FIELDS =
  /^(?:id|email|emailVerified|password|confirmation|code|token|csrfToken|callbackUrl|__proto__)$/

/** The only id: the paths of the pages depend on it. */
const ID = 'password'

/** Fills in the defaults of `Password`. */
export function resolvePassword({ password }: Pick<PasswordConfig, 'password'>): ResolvedPassword {
  const { signUp = true, reset = {}, verifyAddress = true } = password
  const { fields = {} } = typeof signUp === 'object' ? signUp : {}
  return {
    ...password,
    signUp: signUp === false ? undefined : { fields },
    reset: reset === false ? undefined : reset,
    verifyAddress,
  }
}

/** Returns what is wrong with the options of `Password`, apart from their shapes. */
export function findPasswordProblem({
  id,
  password,
}: Pick<PasswordConfig, 'password'> & { readonly id: string }): AuthError | undefined {
  const { signUp, minLength = 8, maxLength = 1024 } = password
  if (id !== ID)
    return new InvalidProvider(`The provider \`Password\` has the id "${id}". Remove \`id\`: it is "${ID}".`)
  if (minLength > maxLength)
    return new InvalidProvider('`minLength` of `Password` is larger than `maxLength`. Set a smaller one.')
  const names = typeof signUp === 'object' ? Object.keys(signUp.fields ?? {}) : []
  const reserved = names.find((name) => RESERVED_FIELDS.test(name))
  return reserved === undefined
    ? undefined
    : new InvalidProvider(
        `\`signUp.fields\` of \`Password\` has the field "${reserved}", which has another meaning. Rename it.`,
      )
}
