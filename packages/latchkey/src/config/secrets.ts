import { randomHex } from '../crypto/random.ts'
import { isFirstInProcess } from '../log/first-in-process.ts'
import { warnOnce } from '../log/logger.ts'
import type { AuthConfig, LoggerInstance } from '../types/config.ts'
import type { EnvironmentDefaults } from './env.ts'

export const MIN_SECRET_LENGTH = 32

/** Returns a configuration's secrets, newest first. */
export function resolveSecrets(
  config: AuthConfig,
  defaults: EnvironmentDefaults,
  logger: LoggerInstance,
): readonly string[] {
  const configured = listSecrets(config.secret)
  const secrets = configured.length > 0 ? configured : defaults.secrets
  if ([...secrets, ...listSecrets(config.jwt?.secret)].some(isShort)) {
    warnOnce(
      config,
      logger,
      'short-secret',
      `\`secret\`, \`jwt.secret\` or \`AUTH_SECRET\` is shorter than ${MIN_SECRET_LENGTH} characters. ` +
        'Create one with `openssl rand -base64 33`.',
    )
  }
  if (secrets.length > 0 || defaults.isProduction) return secrets
  if (isFirstInProcess('development-secret'))
    logger.warn(
      'development-secret',
      '`AUTH_SECRET` is not set: sessions end when the server stops. ' +
        'Set it to the output of `openssl rand -base64 33`.',
    )
  return [developmentSecret()]
}

/** Returns whether there is a secret, and it is so short that it may be guessed. */
export function isShort(secret: string | undefined): boolean {
  return secret !== undefined && secret.length < MIN_SECRET_LENGTH
}

/** Returns an option as a list, without empty entries. */
export function listSecrets(secret: AuthConfig['secret'] = []): readonly string[] {
  const given = typeof secret === 'string' ? [secret] : secret
  return given.filter((entry) => typeof entry === 'string' && entry !== '')
}

const developmentSecretKey = Symbol.for('latchkey.developmentSecret')

/**
 * Returns one random secret for the whole process. It is stored globally, because a bundler can
 * give each entry point of an application its own copy of this module.
 */
function developmentSecret(): string {
  const shared = globalThis as { [developmentSecretKey]?: string }
  shared[developmentSecretKey] ??= randomHex(32)
  return shared[developmentSecretKey]
}
