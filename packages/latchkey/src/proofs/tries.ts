import type { ResolvedAuth } from '../contract/context.ts'
import { Verification } from '../errors/sign-in.ts'
import { addOrUndo, type Counter, takeFrom } from '../security/counter.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { CODE_LIFETIME } from './purposes.ts'

const ONE_HOUR = 60 * 60
const MAX_TRIES = { flow: 5, address: 10 } as const

/**
 * Counts an attempt to use a code before it is compared, so that attempts at the same time cannot
 * exceed the limits: 5 for a code, and 10 an hour for an address.
 *
 * @returns a function that removes it again, after a code that was right
 * @throws {Verification} beyond a limit: the code is not compared, even if it is right
 * @throws {StoreError} if the store fails
 */
export async function countTry(
  { store, logger }: ResolvedAuth,
  { flow, address }: { readonly flow: string; readonly address: string },
): Promise<() => Promise<void>> {
  const ofFlow: Counter = { key: await hashedKey('code-tries', flow), seconds: CODE_LIFETIME }
  const ofAddress: Counter = { key: await hashedKey('code-tries-of', address), seconds: ONE_HOUR }
  if ((await addOrUndo(store, ofFlow)) > MAX_TRIES.flow) throw tooMany()
  if ((await addOrUndo(store, ofAddress)) > MAX_TRIES.address) {
    // It was not compared.
    await takeFrom(store, ofAddress)
    logger.warn('too-many-codes')
    throw tooMany()
  }
  return async () => void (await takeFrom(store, ofAddress))
}

function tooMany(): Verification {
  return new Verification(
    'Too many wrong codes were entered for an address. Its codes are not compared for an hour.',
  )
}
