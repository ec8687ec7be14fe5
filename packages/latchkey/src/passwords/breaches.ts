import { callIfHealthy, type ServiceHealth, unknownHealth } from '../async/bounded-call.ts'
import { asError } from '../errors/auth-error.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { emitSecurity } from '../security-events/emit.ts'
import type { PasswordRules } from '../types/passwords.ts'
import { customFetch } from '../types/symbols.ts'
import { nodeCrypto } from './node-crypto.ts'
import type { RulesContext } from './rules-context.ts'

const SERVICE = 'https://api.pwnedpasswords.com/range/'
/** The digits of a hash that the service receives. Hundreds of passwords have the same ones. */
const PREFIX_LENGTH = 5
const TIMEOUT_SECONDS = 1
/** A response has some 80 KB. */
const MAX_RESPONSE_LENGTH = 1024 * 1024

const health: ServiceHealth = unknownHealth()

/**
 * Returns whether a password is known from a data breach. If the service does not respond, returns
 * `false`, with a security event.
 *
 * @see https://haveibeenpwned.com/API/v3#PwnedPasswords
 */
export async function isBreached(ctx: RulesContext, rules: PasswordRules, text: string): Promise<boolean> {
  // The service's format. The hash is not stored.
  const hash = nodeCrypto().hash('sha1', text, 'hex').toUpperCase()
  try {
    const list = await readRange(ctx, rules, hash.slice(0, PREFIX_LENGTH))
    return hasSuffix(list, hash.slice(PREFIX_LENGTH))
  } catch (thrown) {
    const error = asError(thrown)
    ctx.auth.logger.debug('breach_check_failed', { message: error.message })
    await emitSecurity(ctx, { type: 'breachCheckFailed', error: causeName(error) })
    return false
  }
}

async function readRange(
  { auth }: RulesContext,
  { [customFetch]: fetch = auth.fetch }: PasswordRules,
  prefix: string,
): Promise<string> {
  return callIfHealthy(health, {
    service: 'service Pwned Passwords',
    now: auth.now,
    timeout: TIMEOUT_SECONDS,
    work: async (signal) => {
      // With padding, the length of the encrypted response does not reveal the prefix.
      const headers = { 'add-padding': 'true', 'user-agent': 'latchkey' }
      const response = await fetch(SERVICE + prefix, { headers, signal, redirect: 'error' })
      if (!response.ok) throw new Error(`Pwned Passwords returned the status ${response.status}.`)
      const list = await response.text()
      if (list.length > MAX_RESPONSE_LENGTH) throw new Error('Pwned Passwords returned too long a list.')
      return list
    },
    failure: (thrown) => new ServiceUnavailable('Pwned Passwords did not respond.', asError(thrown)),
  })
}

/** The list has lines of `suffix:count`. Those that pad it have the count 0. */
function hasSuffix(list: string, suffix: string): boolean {
  return list.split('\n').some((line) => {
    const [found, count] = line.trim().split(':')
    return found?.toUpperCase() === suffix && Number(count) > 0
  })
}

function causeName(error: Error): string {
  const { err } = (error.cause ?? {}) as { err?: Error }
  return (err ?? error).name
}
