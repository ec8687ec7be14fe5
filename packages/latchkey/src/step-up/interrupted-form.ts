import type { Context } from '../contract/context.ts'
import type { OfferedForm } from '../contract/pages.ts'
import { randomHex } from '../crypto/random.ts'
import { asError } from '../errors/auth-error.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { takeOnce } from '../security/lease.ts'
import { sealEntry, unsealEntry } from '../security/store-entry.ts'
import { forgetSealed, readSealed, rememberSealed } from '../security/transaction-cookie.ts'

/** The field with the id of a form that is sent again. */
export const FORM_FIELD = 'latchkey-form'
/** The id of a form that is too large or has files. */
export const LOST = 'lost'

/** How long a form waits until its user has confirmed who they are, in seconds. */
const LIFETIME = 10 * 60
/** In bytes: names and values together. */
const MAX_BYTES = 8 * 1024
const MAX_FIELDS = 200

/** Where an interrupted form is sent again. */
export interface FormTarget {
  /** A URL of the application. */
  readonly action: string
  readonly isMultipart?: boolean | undefined
  /** What the framework adds to a form to find its action. */
  readonly extraFields?: readonly (readonly [string, string])[] | undefined
}

interface KeptForm extends OfferedForm {
  readonly userId: string
  readonly origin: string
}

/**
 * Keeps a form for this browser and its user, encrypted in the store, and returns its id. Returns
 * `lost` if the form has files, is too large, or leads to another origin.
 */
export async function keepForm(
  ctx: Context,
  userId: string,
  fields: readonly (readonly [string, unknown])[],
  target: FormTarget | undefined,
): Promise<string> {
  const { auth, base, canWrite } = ctx
  const action = target && URL.parse(target.action, base.origin)
  if (!canWrite || !action || action.origin !== base.origin || !fits(fields)) return LOST
  const id = randomHex(32)
  const all = [...fields, ...(target.extraFields ?? [])] as OfferedForm['fields']
  const kept: KeptForm = {
    action: action.href,
    isMultipart: target.isMultipart === true,
    fields: all,
    userId,
    origin: base.origin,
  }
  const sealed = await sealEntry(kept, sealingKeys(ctx), LIFETIME, auth.now())
  await auth.store.set(await hashedKey('interrupted-form', id), sealed, LIFETIME)
  await rememberSealed(ctx, cookieKey(id), { id }, LIFETIME)
  return id
}

/**
 * Returns the form that waits in this browser for its user. Returns `undefined` if it has expired,
 * was sent again, or belongs to another browser, user or origin.
 */
export async function readForm(ctx: Context, id: string, userId: string): Promise<OfferedForm | undefined> {
  if ((await readSealed(ctx, cookieKey(id)))?.id !== id) return undefined
  const sealed = await ctx.auth.store.get(await hashedKey('interrupted-form', id))
  const found = sealed ? await unsealEntry(sealed, sealingKeys(ctx), ctx.auth.now()) : undefined
  // Only `keepForm` seals for this purpose.
  const kept = found as unknown as KeptForm | undefined
  return kept?.userId === userId && kept.origin === ctx.base.origin ? kept : undefined
}

/** Uses a form up. Returns whether this request is the first to do so. */
export async function takeForm(ctx: Context, id: string, userId: string): Promise<boolean> {
  if ((await readForm(ctx, id, userId)) === undefined) return false
  if (!(await takeOnce(ctx.auth, await hashedKey('sent-form', id), LIFETIME))) return false
  try {
    await ctx.auth.store.delete(await hashedKey('interrupted-form', id))
  } catch (error) {
    // It expires, and cannot be used again until then.
    ctx.auth.logger.error(asError(error))
  }
  await forgetSealed(ctx, cookieKey(id))
  return true
}

function fits(fields: readonly (readonly [string, unknown])[]): boolean {
  if (fields.length > MAX_FIELDS || fields.some(([, value]) => typeof value !== 'string')) return false
  return new TextEncoder().encode(fields.flat().join('')).length <= MAX_BYTES
}

function cookieKey(id: string): string {
  return `interrupted-form.${id}`
}

function sealingKeys({ auth }: Context): { secrets: readonly string[]; salt: string } {
  return { secrets: auth.secrets, salt: 'latchkey.interrupted-form' }
}
