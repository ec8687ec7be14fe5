import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { EmailSignInError } from '../../errors.ts'
import { normalizeEmail } from '../../security/email-address.ts'

/** @throws {EmailSignInError} if the address is invalid */
export function normalize(provider: ResolvedEmailProvider, address: unknown): string {
  const identifier = tryNormalize(provider, address)
  if (identifier !== undefined) return identifier
  throw new EmailSignInError('A sign-in link was requested for an invalid e-mail address.')
}

/**
 * Normalizes with the provider's own function if it has one. If that throws or returns nothing, the
 * address is invalid.
 */
export function tryNormalize(
  { normalize: own }: ResolvedEmailProvider,
  address: unknown,
): string | undefined {
  if (own === undefined || typeof address !== 'string') return normalizeEmail(address)
  try {
    return own(address) || undefined
  } catch {
    return undefined
  }
}
