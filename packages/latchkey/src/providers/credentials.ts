import type { CredentialInput } from '../types/common-provider.ts'
import type { CredentialsConfig } from '../types/credentials.ts'

/** Options of a credentials provider. */
export type CredentialsOptions<C extends Record<string, CredentialInput>> = Partial<
  Omit<CredentialsConfig<C>, 'type' | 'options'>
> &
  Pick<CredentialsConfig<C>, 'authorize'>

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
export default function Credentials<C extends Record<string, CredentialInput>>(
  options: CredentialsOptions<C>,
): CredentialsConfig<C> {
  return { id: 'credentials', name: 'Credentials', type: 'credentials', credentials: {} as C, ...options }
}
