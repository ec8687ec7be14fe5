import type { CredentialInput } from '../types/providers/common.ts'
import type { CredentialsConfig } from '../types/providers/credentials.ts'
import type { User } from '../types/user.ts'

export type { CredentialsProviderId } from '../types/providers/aliases.ts'
export type { CredentialInput } from '../types/providers/common.ts'
export type { CredentialsConfig } from '../types/providers/credentials.ts'
export type { User } from '../types/user.ts'

/** Options for a credentials provider. `U` is the user that `authorize` returns. */
export type CredentialsOptions<C extends Record<string, CredentialInput>, U extends User = User> = Partial<
  Omit<CredentialsConfig<C, U>, 'type' | 'options'>
> &
  Pick<CredentialsConfig<C, U>, 'authorize'> & {
    /** Accepted for compatibility. */
    type?: 'credentials'
  }

/**
 * Returns a provider for credentials that your application checks itself, such as a password or a
 * one-time code.
 *
 * @example
 * ```ts
 * import Credentials from 'latchkey/providers/credentials'
 *
 * Credentials({
 *   credentials: {
 *     email: { label: 'E-mail', type: 'email' },
 *     password: { label: 'Password', type: 'password' },
 *   },
 *   authorize: async ({ email, password }) => findUser(email, password),
 * })
 * ```
 */
export default function Credentials<C extends Record<string, CredentialInput>, U extends User>(
  options: CredentialsOptions<C, U>,
): CredentialsConfig<C, U> {
  return { id: 'credentials', name: 'Credentials', type: 'credentials', credentials: {} as C, ...options }
}
