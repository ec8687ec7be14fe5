import type { Context } from '../contract/context.ts'
import type { ResolvedEmailProvider } from '../contract/providers.ts'
import { sha256Hex } from '../crypto/digest.ts'
import type { Adapter, VerificationToken } from '../types/adapter.ts'

/** Where links wait to be opened. The database gets only hashes: whoever reads the table cannot sign in with it. */
export interface LinkStore {
  put(identifier: string, token: string, expires: Date): Promise<void>
  /** Finds and deletes a link in one step. */
  take(identifier: string, token: string): Promise<VerificationToken | null>
}

export function linkStore({ auth }: Context, provider: ResolvedEmailProvider): LinkStore {
  // The methods were checked together with the configuration.
  const { createVerificationToken, useVerificationToken } = auth.adapter as Required<Adapter>
  const secrets = provider.secret === undefined ? hashingSecrets(auth.secrets) : [provider.secret]
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

/** The newest secret hashes; a link that was sent before a rotation opens all the same, also one that was hashed with the whole list. */
function hashingSecrets(secrets: readonly string[]): readonly string[] {
  return secrets.length > 1 ? [...secrets, secrets.join(',')] : secrets
}
