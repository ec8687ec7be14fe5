import type { Context } from '../../contract/context.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { ResolvedWebAuthnProvider } from '../../types/webauthn.ts'
import { refusal } from './verify.ts'

/**
 * An authenticator that counts its signatures counts upwards. One that does not has a twin: somebody copied its key. Many passkeys do not count
 * and always say 0.
 *
 * @throws {WebAuthnVerificationError} after a warning, because the application has to talk to the user
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
  throw refusal(provider, 'its counter went back, so the passkey may have been copied')
}
