import type { Context } from '../contract/context.ts'
import type { JsonResult } from '../contract/result.ts'
import { signedInUser } from '../methods/webauthn/ceremony-user.ts'
import { passkeySignals } from '../methods/webauthn/signals.ts'
import type { ResolvedWebAuthnProvider } from '../types/providers/webauthn.ts'

/**
 * Serves `GET /webauthn-options/<provider>?action=signal`: what a page sends to the password manager
 * of the signed-in user.
 */
export async function sendPasskeySignals(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
): Promise<JsonResult> {
  const user = await signedInUser(ctx)
  return user === null
    ? { type: 'json', status: 400, body: { error: 'Invalid request' } }
    : { type: 'json', status: 200, body: await passkeySignals(ctx, provider, user) }
}
