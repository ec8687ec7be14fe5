import type { Context } from '../../contract/context.ts'
import { toBase64url } from '../../crypto/base64url.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import type { ResolvedWebAuthnProvider } from '../../types/providers/webauthn.ts'
import { listCredentials } from './credentials.ts'
import { userHandle } from './options.ts'
import { relyingParty } from './relying-party.ts'

/**
 * What a password manager is to know of a user's passkeys. Binary values are in base64url.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-signal-methods
 */
export interface PasskeySignals {
  readonly rpId: string
  /** The handle of the passkeys that the user added while signed in. */
  readonly userId: string
  /** All the user's passkeys. A password manager hides the others that have the handle. */
  readonly allAcceptedCredentialIds: readonly string[]
  readonly name: string
  readonly displayName: string
}

/** Returns what a page sends to the password manager of a user. */
export async function passkeySignals(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  user: AdapterUser,
): Promise<PasskeySignals> {
  const party = await relyingParty(ctx, provider)
  const credentials = await listCredentials(ctx, String(user.id))
  return {
    rpId: party.id,
    userId: toBase64url(await userHandle(party, user)),
    allAcceptedCredentialIds: credentials.map(({ id }) => id),
    name: user.email,
    displayName: user.name ?? user.email,
  }
}
