import type { SessionFacts } from '../../contract/sign-in.ts'
import { InvalidOption } from '../../errors/configuration.ts'

/**
 * Requires that a token has the facts that were just written into it. Without them, every step-up
 * would ask again and again.
 *
 * @throws {InvalidOption}
 */
export function requireSame(written: SessionFacts, read: SessionFacts | undefined): void {
  if (read?.authTime === written.authTime && read.amr.join() === written.amr.join()) return
  throw new InvalidOption(
    '`jwt.encode` or `jwt.decode` does not keep the claims `auth_time` and `amr`, which ' +
      '`account: { security: true }` and `secondFactor` need. Encode the whole `token`, and return all of its ' +
      'claims from `decode`.',
  )
}
