import type { ResolvedAuth } from '../contract/context.ts'
import { Verification } from '../errors/sign-in.ts'
import { countersIn } from '../security/counted.ts'
import { addOrUndo, type Counter, readCounter, takeFrom } from '../security/counter.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { MAX_GUESSING_DEVICES } from '../security/known-device.ts'
import { CODE_LIFETIME } from './purposes.ts'

const ONE_HOUR = 60 * 60
const MAX_TRIES = { flow: 5, address: 10 } as const

/** What an attempt to use a code counts for. */
export interface Try {
  /** The secret of the browser that asked. */
  readonly flow: string
  readonly address: string
  /** The known device, if it is one. Its tries do not count for the address: see `known-device.ts`. */
  readonly device?: string | undefined
}

/**
 * Counts an attempt to use a code before it is compared, so that attempts at the same time cannot
 * exceed the limits: 5 for a code, and 10 in any hour for an address, for all purposes together. A known
 * device has 10 of its own, and all known devices of an address have 50.
 *
 * @returns a function that removes it again, after a code that was right
 * @throws {Verification} beyond a limit: the code is not compared, even if it is right
 * @throws {StoreError} if the store fails
 */
export async function countTry(
  auth: ResolvedAuth,
  { flow, address, device }: Try,
): Promise<() => Promise<void>> {
  const { store, logger } = auth
  const ofFlow = { key: await hashedKey('code-tries', flow), seconds: CODE_LIFETIME }
  if ((await addOrUndo(store, ofFlow)) > MAX_TRIES.flow) {
    logger.warn('too-many-codes')
    throw new Verification('A code was entered too often. Only a new one is compared.')
  }
  const counted: Counter[] = []
  const takeBack = async (): Promise<void> =>
    void (await Promise.all(counted.map((counter) => takeFrom(store, counter))))
  for (const { parts, max } of subjectsOf(address, device)) {
    const key = await hashedKey('code-tries-of', [auth.pinnedOrigin, auth.basePath, ...parts])
    const { current, previous } = countersIn({ auth }, { seconds: ONE_HOUR }, key)
    // Until the end of the next hour, so that all tries of an hour count whenever it started.
    const counter = { ...current, seconds: 2 * ONE_HOUR }
    const earlier = await readCounter(store, previous)
    const sum = earlier + (await addOrUndo(store, counter))
    counted.push(counter)
    if (sum <= max) continue
    // It was not compared.
    await takeBack()
    logger.warn('too-many-codes')
    throw new Verification('Too many wrong codes were entered for an address. Codes work again in an hour.')
  }
  return takeBack
}

function subjectsOf(
  address: string,
  device: string | undefined,
): { readonly parts: readonly string[]; readonly max: number }[] {
  if (device === undefined) return [{ parts: [address], max: MAX_TRIES.address }]
  return [
    { parts: ['device', device], max: MAX_TRIES.address },
    { parts: ['devices', address], max: MAX_TRIES.address * MAX_GUESSING_DEVICES },
  ]
}
