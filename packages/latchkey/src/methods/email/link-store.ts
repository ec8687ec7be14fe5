import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import { hashSecrets } from '../../crypto/keys.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'
import { isFirstUse } from './used-links.ts'

/**
 * The sign-in links that were sent. The database has only hashes, so that reading the table is not
 * enough to sign in.
 */
export interface LinkStore {
  /** Stores a link. @returns when it expires */
  put(identifier: string, token: string): Promise<Date>
  /**
   * Returns and deletes a link. Only one of several calls receives it, regardless of the adapter. A
   * link that `endAll` ended counts as not found.
   *
   * @throws {StoreError} if the store fails; the link stays valid
   */
  take(identifier: string, token: string): Promise<VerificationToken | null>
  /** Ends all links to an address. */
  endAll(identifier: string): Promise<void>
}

export function linkStore(ctx: Context<ResolvedEmailProvider>): LinkStore {
  const { auth, provider } = ctx
  const { deleteVerificationTokens } = auth.adapter ?? {}
  // The configuration check has verified these methods.
  const { createVerificationToken, useVerificationToken } = auth.adapter as Required<Adapter>
  const secrets = provider.secret === undefined ? hashSecrets(auth.secrets) : [provider.secret]
  const endedLinks = async (identifier: string): Promise<EndedLinks | undefined> =>
    deleteVerificationTokens ? undefined : (await import('./ended-links.ts')).readEndedLinks(ctx, identifier)
  return {
    async put(identifier, token) {
      const now = auth.now()
      const createdAt = (await endedLinks(identifier))?.nextCreation(now) ?? now
      const expires = new Date(createdAt + provider.maxAge * 1000)
      await createVerificationToken({ identifier, token: await sha256Hex(token + secrets[0]), expires })
      return expires
    },
    async take(identifier, token) {
      const ended = await endedLinks(identifier)
      for (const secret of secrets) {
        const hash = await sha256Hex(token + secret)
        const found = await useVerificationToken({ identifier, token: hash })
        if (!found) continue
        const link = { identifier: found.identifier, token: hash, expires: new Date(found.expires) }
        const isUsable = !ended?.includes(found)
        return isUsable && (await isFirstUse(auth, link, () => createVerificationToken(link))) ? found : null
      }
      return null
    },
    async endAll(identifier) {
      if (deleteVerificationTokens) await deleteVerificationTokens(identifier)
      else await (await endedLinks(identifier))?.endNow()
    },
  }
}

type EndedLinks = Awaited<ReturnType<typeof import('./ended-links.ts')['readEndedLinks']>>
