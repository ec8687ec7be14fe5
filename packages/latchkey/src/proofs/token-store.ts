import type { ResolvedAuth } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { hashSecrets } from '../crypto/keys.ts'
import type { Adapter, VerificationToken } from '../types/adapter.ts'
import type { EndedTokens, TokenLifetimes } from './ended-tokens.ts'
import { isFirstUse } from './used-tokens.ts'

/**
 * Tokens that were sent to addresses. The database has only hashes, so that reading the table is not
 * enough to use one.
 */
export interface TokenStore {
  /** Stores a token. @returns when it expires */
  put(identifier: string, token: string): Promise<Date>
  /**
   * Returns and deletes a token. Only one of several calls receives it, regardless of the adapter. A
   * token that `endAll` ended counts as not found. It may have expired.
   *
   * @param proof what this token proves together with others, of which only one is used. Default: none
   * @throws {StoreError} if the store fails; the token stays valid
   */
  take(identifier: string, token: string, proof?: string): Promise<VerificationToken | null>
  /** Ends all tokens of an identifier. */
  endAll(identifier: string): Promise<void>
}

/** @param secret what hashes are made with. Default: the configuration's secrets */
export function tokenStore(auth: ResolvedAuth, lifetimes: TokenLifetimes, secret?: string): TokenStore {
  const { deleteVerificationTokens } = auth.adapter ?? {}
  // The configuration check has verified these methods.
  const { createVerificationToken, useVerificationToken } = auth.adapter as Required<Adapter>
  const secrets = secret === undefined ? hashSecrets(auth.secrets) : [secret]
  const endedTokens = async (identifier: string): Promise<EndedTokens | undefined> =>
    deleteVerificationTokens
      ? undefined
      : (await import('./ended-tokens.ts')).readEndedTokens(auth, identifier, lifetimes)
  return {
    async put(identifier, token) {
      const now = auth.now()
      const createdAt = (await endedTokens(identifier))?.nextCreation(now) ?? now
      const expires = new Date(createdAt + lifetimes.maxAge * 1000)
      await createVerificationToken({ identifier, token: await sha256Hex(token + secrets[0]), expires })
      return expires
    },
    async take(identifier, token, proof) {
      const ended = await endedTokens(identifier)
      for (const one of secrets) {
        const hash = await sha256Hex(token + one)
        const found = await useVerificationToken({ identifier, token: hash })
        if (!found) continue
        const row = { identifier: found.identifier, token: hash, expires: new Date(found.expires) }
        const restore = () => createVerificationToken(row)
        return !ended?.includes(found) && (await isFirstUse(auth, row, restore, proof)) ? found : null
      }
      return null
    },
    async endAll(identifier) {
      if (deleteVerificationTokens) await deleteVerificationTokens(identifier)
      else await (await endedTokens(identifier))?.endNow()
    },
  }
}

/** Returns whether a token was found that works now. */
export function isValidToken(
  found: VerificationToken | null,
  identifier: string,
  now: number,
): found is VerificationToken {
  // An invalid date has expired: comparing with NaN is always false.
  return found?.identifier === identifier && new Date(found.expires).getTime() > now
}
