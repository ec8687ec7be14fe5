import type { Awaitable } from '../basics.ts'
import type { User } from '../user.ts'
import type { CommonProvider, CredentialInput, CredentialsRequest } from './common.ts'

/**
 * A provider whose credentials your application checks itself: a form with your own fields. `C` are
 * the fields, and `U` is the user that `authorize` returns; both are inferred.
 */
export interface CredentialsConfig<
  C extends Record<string, CredentialInput> = Record<string, CredentialInput>,
  U extends User = User,
> extends CommonProvider {
  type: 'credentials'
  /** The fields in the sign-in page's form. */
  credentials: C
  /**
   * The field that identifies the account. Failed attempts are limited for each of its values.
   * Default: fields with the type `email` or `tel` or a usual name, such as `username`, else every
   * text field.
   */
  account?: (keyof C & string) | undefined
  /**
   * Returns the user to whom the credentials belong, or `null` or `undefined` if they are wrong.
   * Fields other than those of `User`, for example a role, are passed to the callbacks. The `id`
   * must never change; without one, the id follows from the e-mail address. With database sessions,
   * it is the id of a stored user.
   *
   * @throws {CredentialsSignin} with a `code` for your sign-in page, instead of returning `null`
   */
  authorize(
    credentials: Partial<Record<keyof C, string>>,
    request: CredentialsRequest,
  ): Awaitable<U | null | undefined>
  options?: Partial<Omit<CredentialsConfig<C, U>, 'options' | 'type'>>
}
