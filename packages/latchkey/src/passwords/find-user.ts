import type { Context } from '../contract/context.ts'
import type { ResolvedPasswordProvider } from '../contract/providers.ts'
import { asError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/callbacks.ts'
import { normalizeEmail } from '../security/email-address.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'

/** Far more than any user name has. */
const MAX_LENGTH = 256

/**
 * Returns the user with an e-mail address, or with a user name if the application has them.
 *
 * @param typed what the user typed
 */
export async function findPasswordUser(
  ctx: Context<ResolvedPasswordProvider>,
  typed: string,
): Promise<AdapterUser | null> {
  const { getUserByEmail, getUser } = ctx.auth.adapter as Required<Adapter>
  const email = normalizeEmail(typed)
  if (email !== undefined) return getUserByEmail(email)
  const name = typed.trim()
  if (ctx.provider.password.username === undefined || name === '' || name.length > MAX_LENGTH) return null
  const id = await findId(ctx, name)
  // An unknown name takes as many look-ups as a known one.
  const user = await (id === undefined ? getUserByEmail('nobody@latchkey.invalid') : getUser(id))
  // A database may ignore case and accents, and find another user.
  return user && String(user.id) === id ? user : null
}

async function findId(
  { provider: { password } }: Context<ResolvedPasswordProvider>,
  name: string,
): Promise<string | undefined> {
  try {
    const id = await password.username?.find(name)
    return id === undefined || id === null ? undefined : String(id)
  } catch (error) {
    const err = asError(error)
    throw new CallbackRouteError(
      `\`username.find\` of \`Password\` threw: ${err.message}. Fix it, or return \`null\` for an unknown name.`,
      { cause: { err } },
    )
  }
}
