import { poll } from '../async/poll.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { asError, ServiceUnavailable } from '../errors.ts'
import { claimKey } from '../security/once.ts'

/** After this time, a process that died holds up no other, in seconds. */
const CLAIM_SECONDS = 30

/**
 * Runs a function while no other process that shares the store runs one for the same subject.
 *
 * @throws {ServiceUnavailable} if another one has not ended after two seconds
 */
export async function inTurn<T>(
  { store, logger }: ResolvedAuth,
  subject: string,
  work: () => Promise<T>,
): Promise<T> {
  const key = await claimKey('turn', subject)
  const result = await poll(async () => {
    if ((await store.add(key, 1, CLAIM_SECONDS)) !== 1) return undefined
    const startedAt = performance.now()
    try {
      return { value: await work() }
    } finally {
      // After that time, another process may have the claim.
      if (performance.now() - startedAt < CLAIM_SECONDS * 1000)
        await Promise.resolve(store.delete(key)).catch((error: unknown) => logger.error(asError(error)))
    }
  })
  if (result !== undefined) return result.value
  throw new ServiceUnavailable('Another request has been changing the same user for two seconds.', {
    retryAfter: CLAIM_SECONDS,
  })
}
