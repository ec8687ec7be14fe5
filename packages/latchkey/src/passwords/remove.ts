import type { ResolvedAuth } from '../contract/context.ts'
import { findPasswordProvider } from '../contract/providers.ts'
import { passwordStorage } from './storage.ts'

/** Removes a user's password, which may belong to someone else who registered with the address. */
export async function removePassword(auth: ResolvedAuth, userId: string): Promise<void> {
  const provider = findPasswordProvider((await auth.checkConfig()).providers)
  if (provider) await passwordStorage(auth, provider).remove(userId)
}
