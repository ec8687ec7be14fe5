import type { AuthError } from '../../errors/auth-error.ts'
import { InvalidOption, MissingSecret } from '../../errors/configuration.ts'
import type { AuthConfig } from '../../types/config.ts'
import { dangerouslyAllowShortSecret } from '../../types/symbols.ts'
import { isShort, listSecrets, MIN_SECRET_LENGTH } from '../secrets.ts'

/**
 * Returns the problem of the secrets. In production, a secret that can be guessed must not encrypt.
 * It may decrypt, so that a rotation can replace it without signing users out.
 */
export function findSecretProblem(
  config: AuthConfig,
  secrets: readonly string[],
  isProduction: boolean,
): AuthError | undefined {
  if (secrets.length === 0) {
    return new MissingSecret(
      '`AUTH_SECRET` is not set. Set it to the output of `openssl rand -base64 33`, or set `secret`.',
    )
  }
  if (!isProduction || config.dangerouslyAllowShortSecret === dangerouslyAllowShortSecret) return undefined
  if (isShort(secrets[0])) {
    return new InvalidOption(
      `\`AUTH_SECRET\` or \`secret\` has fewer than ${MIN_SECRET_LENGTH} characters and can be guessed. ` +
        'Set it to the output of `openssl rand -base64 33`. If users have sessions already, leave it ' +
        'instead, and set `AUTH_SECRET_1`, or `secret: [new, old]`, to that output.',
    )
  }
  if (!isShort(listSecrets(config.jwt?.secret)[0])) return undefined
  return new InvalidOption(
    `\`jwt.secret\` has fewer than ${MIN_SECRET_LENGTH} characters and can be guessed. ` +
      'Set it to the output of `openssl rand -base64 33`, or to [new, old] to keep users signed in.',
  )
}
