import type { Context } from '../../contract/context.ts'
import { MissingAdapter } from '../../errors/configuration.ts'

/**
 * Returns the id of the user to whom a sign-in links its account, if the form or the configuration
 * requests that. `undefined`: it links nothing. `null`: the form asks to link, and no user is
 * signed in.
 *
 * @throws {MissingAdapter} if the form asks to link, and accounts are not stored
 */
export async function linkingUser(ctx: Context): Promise<string | undefined | null> {
  const { auth, form } = ctx
  // Scripts send a boolean, forms send text.
  const isRequested = String(form.link) === 'true'
  if (!isRequested && (auth.linking === 'explicit' || !auth.adapter)) return undefined
  if (!auth.adapter)
    throw new MissingAdapter(
      '`signIn` was called with `link: true`, which needs a database that stores accounts. ' +
        'Pass an `adapter`.',
    )
  const userId = await auth.sessions.userId(ctx)
  return isRequested ? (userId ?? null) : userId
}
