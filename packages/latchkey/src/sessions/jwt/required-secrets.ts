import { MissingSecret } from '../../errors/configuration.ts'

/**
 * Returns the secrets that a function outside the configuration received.
 *
 * @throws {MissingSecret} if there is none
 */
export function requireSecrets(secret: string | readonly string[] = []): string[] {
  const secrets = (typeof secret === 'string' ? [secret] : secret).filter((entry) => entry !== '')
  if (secrets.length > 0) return secrets
  throw new MissingSecret(
    '`secret` is not set. Pass the configured secret, usually `process.env.AUTH_SECRET`.',
  )
}
