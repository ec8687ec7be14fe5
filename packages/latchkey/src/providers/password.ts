import type { PasswordConfig, PasswordOptions } from '../types/providers/password.ts'

export type { PasswordFormat, PasswordFormats, PasswordRules } from '../types/passwords.ts'
export type { CredentialInput } from '../types/providers/common.ts'
export type { CredentialsConfig } from '../types/providers/credentials.ts'
export type {
  PasswordConfig,
  PasswordOptions,
  PasswordResetOptions,
  PasswordStorageOptions,
  SignUpOptions,
  UsernameOptions,
} from '../types/providers/password.ts'
export type { User } from '../types/user.ts'

/**
 * Returns a provider for e-mail addresses and passwords, with sign-up, verified addresses, reset and
 * change. Needs an `adapter`, and `mail` for the e-mails.
 *
 * @example
 * ```ts
 * import Password from 'latchkey/providers/password'
 *
 * Password({ blocklist: ['Example Corporation'] })
 * ```
 */
export default function Password(options: PasswordOptions = {}): PasswordConfig {
  const { username } = options
  const label = username && (username.label ?? 'E-mail address or user name')
  return {
    id: 'password',
    name: 'Password',
    type: 'credentials',
    credentials: {
      email: {
        ...(label !== undefined && { label }),
        type: username ? 'text' : 'email',
        autocomplete: 'username',
        required: true,
      },
      password: { type: 'password', autocomplete: 'current-password', required: true },
    },
    account: 'email',
    // Latchkey compares the password itself.
    authorize: () => null,
    password: options,
  }
}
