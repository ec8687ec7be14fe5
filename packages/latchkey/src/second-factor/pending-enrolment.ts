import type { Context } from '../contract/context.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { sealEntry, unsealEntry } from '../security/store-entry.ts'
import { type Enrolment, LIFETIME } from './enrolment.ts'

/** Keeps an enrolment, encrypted, for the page that asks for its code. */
export async function rememberEnrolment(
  ctx: Context,
  key: readonly string[],
  enrolment: Enrolment,
): Promise<void> {
  const { store, now } = ctx.auth
  const sealed = await sealEntry(enrolment, sealingKeys(ctx), LIFETIME, now())
  await store.set(await hashedKey('pending-enrolment', key), sealed, LIFETIME)
}

/** Returns the enrolment that was kept; `undefined` if there is none. */
export async function rememberedEnrolment(
  ctx: Context,
  key: readonly string[],
): Promise<Enrolment | undefined> {
  const sealed = await ctx.auth.store.get(await hashedKey('pending-enrolment', key))
  // Only `rememberEnrolment` seals for this purpose.
  return sealed
    ? ((await unsealEntry(sealed, sealingKeys(ctx), ctx.auth.now())) as unknown as Enrolment | undefined)
    : undefined
}

function sealingKeys({ auth }: Context): {
  secrets: readonly string[]
  salt: string
} {
  return { secrets: auth.secrets, salt: 'latchkey.pending-enrolment' }
}
