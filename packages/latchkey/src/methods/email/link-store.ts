import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import { hashSecrets } from '../../crypto/keys.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'

/**
 * The sign-in links that were sent. The database gets only hashes: reading the table is not enough
 * to sign in.
 */
export interface LinkStore {
  put(identifier: string, token: string, expires: Date): Promise<void>
  /** Returns and deletes a link in one step. */
  take(identifier: string, token: string): Promise<VerificationToken | null>
}

export function linkStore({ auth, provider }: Context<ResolvedEmailProvider>): LinkStore {
  // The configuration was checked for these methods.
  const { createVerificationToken, useVerificationToken } = auth.adapter as Required<Adapter>
  const secrets = provider.secret === undefined ? hashSecrets(auth.secrets) : [provider.secret]
  return {
    async put(identifier, token, expires) {
      await createVerificationToken({ identifier, token: await sha256Hex(token + secrets[0]), expires })
    },
    async take(identifier, token) {
      for (const secret of secrets) {
        const found = await useVerificationToken({ identifier, token: await sha256Hex(token + secret) })
        if (found) return found
      }
      return null
    },
  }
}
