import type { Awaitable } from './basics.ts'
import type { CommonProvider, CredentialInput, CredentialsRequest } from './common-provider.ts'
import type { User } from './user.ts'

/** Whatever the application can check by itself: a form of its own fields. */
export interface CredentialsConfig<
  C extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> extends CommonProvider {
  type: 'credentials'
  /** The fields of the form on the sign-in page. */
  credentials: C
  /**
   * The user whom these credentials belong to, or `null`.
   *
   * @throws {CredentialsSignin} with a `code` that the page may show.
   */
  authorize(
    credentials: Partial<Record<keyof C, string>>,
    request: CredentialsRequest,
  ): Awaitable<User | null>
  options?: Partial<Omit<CredentialsConfig<C>, 'options' | 'type'>>
}
