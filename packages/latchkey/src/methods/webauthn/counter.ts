import type { Context } from '../../contract/context.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { ResolvedWebAuthnProvider } from '../../types/providers/webauthn.ts'
import { refusal } from './verify.ts'

/**
 * Rejects a signature counter that did not increase, which means that the passkey may have been
 * copied. Many passkeys do not count signatures and always send 0.
 *
 * Logs the warning `webauthn-counter`, so that you can contact the user.
 *
 * @throws {WebAuthnVerificationError} if the counter is not greater than the stored one
 * @see https://www.w3.org/TR/webauthn-3/#sctn-sign-counter
 */
export function refuseOldCounter(
  { auth }: Context,
  provider: ResolvedWebAuthnProvider,
  { userId, counter }: AdapterAuthenticator,
  received: number,
): void {
  if ((received === 0 && counter === 0) || received > counter) return
  auth.logger.warn('webauthn-counter', { provider: provider.id, userId, stored: counter, received })
  throw refusal(provider, 'the signature counter did not increase, so the passkey may be a copy')
}
