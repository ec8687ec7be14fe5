import { signal } from './passkey-signals.ts'
import type { Parts } from './sign-in.ts'
import type { SignIn } from './types.ts'

/**
 * Offers a passkey to a user who has just signed in.
 *
 * @param provider the id of the passkey provider. Default: `passkey`
 * @returns whether a passkey was added
 */
export type OfferPasskey = (provider?: string) => Promise<boolean>

/** Options of `syncPasskeys`. */
export interface SyncPasskeysOptions {
  /** The `id` of a passkey that `user.passkeys.remove` has just removed. */
  removed?: string | undefined
}

/**
 * Informs password managers of a user's passkeys.
 *
 * @param provider the id of the passkey provider. Default: `passkey`
 * @returns whether a password manager was informed
 */
export type SyncPasskeys = (provider?: string, options?: SyncPasskeysOptions) => Promise<boolean>

/** Returns the function that offers a passkey. */
export function createOfferPasskey(signIn: SignIn): OfferPasskey {
  return async (provider = 'passkey') => {
    try {
      const capabilities = await globalThis.PublicKeyCredential?.getClientCapabilities?.()
      if (capabilities?.conditionalCreate !== true) return false
      const options = { action: 'register', mediation: 'conditional', redirect: false } as const
      return (await signIn(provider, options)).ok
    } catch {
      return false
    }
  }
}

/** What the server says for a user's password managers. */
interface PasskeySignals {
  readonly rpId: string
  readonly userId: string
  readonly allAcceptedCredentialIds: readonly string[]
  readonly name: string
  readonly displayName: string
}

/** Returns the function that informs password managers. */
export function createSyncPasskeys({ connection }: Pick<Parts, 'connection'>): SyncPasskeys {
  return async (provider = 'passkey', { removed } = {}) => {
    const endpoint = `webauthn-options/${encodeURIComponent(provider)}?action=signal`
    const { ok, body } = await connection.get(endpoint).catch(() => ({ ok: false, body: null }))
    if (!ok) return false
    const { rpId, userId, allAcceptedCredentialIds, name, displayName } = body as PasskeySignals
    const outcomes = [
      // A passkey of a sign-up, or of Auth.js, has another handle.
      removed !== undefined && (await signal('signalUnknownCredential', { rpId, credentialId: removed })),
      await signal('signalAllAcceptedCredentials', { rpId, userId, allAcceptedCredentialIds }),
      await signal('signalCurrentUserDetails', { rpId, userId, name, displayName }),
    ]
    return outcomes.includes(true)
  }
}
