import type { ResolvedAuth } from '../contract/context.ts'
import { Verification } from '../errors/sign-in.ts'
import { countersIn } from '../security/counted.ts'
import { addOrUndo, readCounter, takeFrom } from '../security/counter.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { CODE_LIFETIME } from './purposes.ts'

const ONE_HOUR = 60 * 60
const MAX_TRIES = { flow: 5, address: 10 } as const

/**
 * Counts an attempt to use a code before it is compared, so that attempts at the same time cannot
 * exceed the limits: 5 for a code, and 10 in any hour for an address, for all purposes together.
 *
 * @returns a function that removes it again, after a code that was right
 * @throws {Verification} beyond a limit: the code is not compared, even if it is right
 * @throws {StoreError} if the store fails
 */
export async function countTry(
  auth: ResolvedAuth,
  { flow, address }: { readonly flow: string; readonly address: string },
): Promise<() => Promise<void>> {
  const { store, logger } = auth
  const ofFlow = { key: await hashedKey('code-tries', flow), seconds: CODE_LIFETIME }
  if ((await addOrUndo(store, ofFlow)) > MAX_TRIES.flow) {
    logger.warn('too-many-codes')
    throw new Verification('A code was entered too often. Only a new one is compared.')
  }
  const key = await hashedKey('code-tries-of', [auth.pinnedOrigin, auth.basePath, address])
  const { current, previous } = countersIn({ auth }, { seconds: ONE_HOUR }, key)
  // Until the end of the next hour, so that all tries of an hour count whenever it started.
  const ofAddress = { ...current, seconds: 2 * ONE_HOUR }
  const earlier = await readCounter(store, previous)
  if (earlier + (await addOrUndo(store, ofAddress)) > MAX_TRIES.address) {
    // It was not compared.
    await takeFrom(store, ofAddress)
    logger.warn('too-many-codes')
    throw new Verification('Too many wrong codes were entered for an address. Codes work again in an hour.')
  }
  return async () => void (await takeFrom(store, ofAddress))
}
