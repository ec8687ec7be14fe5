import type { Context } from '../../contract/context.ts'
import { derivedUuid } from '../../crypto/derived-uuid.ts'
import { CallbackRouteError } from '../../errors/callbacks.ts'
import { accountId } from '../../security/account-id.ts'
import type { User } from '../../types/user.ts'

type Ctx = Pick<Context, 'auth' | 'providerId'>

/**
 * Returns the user with an `id` that is text: the text of a number or a database's object id, or an
 * id that is derived from the e-mail address. Loaded for an `id` that is not text.
 *
 * @throws {CallbackRouteError} if the user has neither
 */
export async function withUserId(ctx: Ctx, user: unknown): Promise<User & { id: string }> {
  if (typeof user === 'object' && user !== null) {
    const { id: given, email } = user as Readonly<Record<string, unknown>>
    const id = (given ?? undefined) === undefined ? await idFrom(ctx, email) : accountId(idText(given))
    if (id !== undefined) return withId(user, id)
  }
  throw new CallbackRouteError(
    `\`authorize\` for provider "${ctx.providerId}" returned a user without a valid \`id\`. ` +
      'Return an object with an `id` that never changes.',
    { provider: ctx.providerId },
  )
}

/** Databases have objects as ids. Plain objects have no text form. */
function idText(id: unknown): unknown {
  return typeof id === 'object' && !Array.isArray(id) ? String(id) : id
}

/**
 * Returns the same id for the same address. The address counts as it is written: the application
 * may have another user for another spelling. No stored user has the id: the address that
 * `authorize` returns may be unverified, so it must not select a database user.
 */
async function idFrom({ auth, providerId }: Ctx, email: unknown): Promise<string | undefined> {
  if (typeof email !== 'string' || accountId(email) === undefined) return undefined
  auth.warnOnce(
    'authorize-without-id',
    `\`authorize\` for provider "${providerId}" returned a user without an \`id\`. The id now ` +
      'follows from the e-mail address, and changes with it. Return an `id` that never changes.',
  )
  return derivedUuid(`${providerId}\nemail\n${email}`)
}

/** A class instance keeps its getters and methods, and its columns can be copied. */
function withId(user: object, id: string): User & { id: string } {
  const prototype: object | null = Object.getPrototypeOf(user)
  if (prototype === null || prototype === Object.prototype) return { ...user, id }
  return Object.create(prototype, {
    ...Object.getOwnPropertyDescriptors(user),
    id: { value: id, enumerable: true, writable: true },
  })
}
