import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { Verification } from '../../errors/sign-in.ts'
import { linkStore } from './link-store.ts'
import { storeKey } from './store-key.ts'

/**
 * Counts an attempt to use a short code for an address, before it runs, so that concurrent attempts
 * cannot exceed the limit. Beyond the limit of `limits.email`, ends all codes for the address: the
 * attacker has to start again with a new code, and so has the user. The count lives as long as a
 * code, so that slow guessing is counted too.
 *
 * @returns a function that resets the count after a correct code
 * @throws {Verification} if the limit is exceeded
 * @throws {StoreError} when the store fails; the attempt must not run then
 */
export async function countGuess(
  ctx: Context<ResolvedEmailProvider>,
  identifier: string,
): Promise<() => Promise<void>> {
  const { auth, provider } = ctx
  const limit = auth.limits.email
  if (limit === undefined) return async () => {}
  const key = await storeKey(ctx, 'wrong-codes', identifier)
  const reset = async (): Promise<void> => void (await auth.store.delete(key))
  if ((await auth.store.add(key, 1, Math.ceil(provider.maxAge))) <= limit.attempts) return reset
  await linkStore(ctx).endAll(identifier)
  await reset()
  auth.logger.warn('too-many-codes', { provider: provider.id })
  throw new Verification('Too many wrong codes were entered for an address. Its codes have ended.')
}
