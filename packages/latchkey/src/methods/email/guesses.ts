import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { Verification } from '../../errors/sign-in.ts'
import { linksFor } from '../../proofs/purposes.ts'
import { addOrUndo, takeFrom } from '../../security/counter.ts'
import { hashedKey } from '../../security/hashed-key.ts'

/**
 * Counts an attempt to use a short code for an address, before it runs, so that concurrent attempts
 * cannot exceed the limit. Beyond the `limits.email` limit, ends all codes for the address: the
 * attacker and the user have to start again with a new code. The count lives as long as a code, so
 * that slow guessing is also counted.
 *
 * @returns a function that removes this guess after a correct code, and with `all` also the
 *   previous ones
 * @throws {Verification} if the limit is exceeded
 * @throws {StoreError} if the store fails; the attempt must not run then
 */
export async function countGuess(
  ctx: Context<ResolvedEmailProvider>,
  identifier: string,
): Promise<(which: 'own' | 'all') => Promise<void>> {
  const { auth, provider } = ctx
  const limit = auth.limits.email
  if (limit === undefined) return async () => {}
  const counter = {
    key: await hashedKey('wrong-codes', [auth.pinnedOrigin, auth.basePath, identifier]),
    seconds: Math.ceil(provider.maxAge),
  }
  const guesses = await addOrUndo(auth.store, counter)
  const remove = async (amount: number): Promise<void> => void (await takeFrom(auth.store, counter, amount))
  if (guesses <= limit.attempts) return (which) => remove(which === 'all' ? guesses : 1)
  // Of several guesses beyond the limit, the first removes those within it.
  const isFirst = guesses === limit.attempts + 1
  let hasEnded = false
  try {
    await linksFor(ctx, 'signIn').endAll(identifier)
    hasEnded = true
  } finally {
    await remove(isFirst && hasEnded ? guesses : 1)
  }
  auth.logger.warn('too-many-codes', { provider: provider.id })
  throw new Verification('Too many wrong codes were entered for an address. Its codes are no longer valid.')
}
