import { loadOnce } from '../async/awaitable.ts'
import type { Context } from '../contract/context.ts'
import { isOAuthProvider } from '../contract/providers.ts'
import type { Result } from '../contract/result.ts'
import { hasChunked } from '../http/cookies/chunks.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { forgetCallbackUrl, resolveCallbackUrl } from '../security/callback-url.ts'
import { csrfField } from '../security/csrf.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { incompleteSignOut } from '../sessions/ending/incomplete-sign-out.ts'
import { removeMovedSession } from '../sessions/ending/legacy-authjs-cookie.ts'

/**
 * `GET /signout`: asks for confirmation, on the built-in page or the application's own. Does not
 * end the session.
 */
export async function showSignOut(ctx: Context): Promise<Result> {
  const { auth, base, providers, provider } = ctx
  if (provider !== undefined) return completeSignOut(ctx)
  if (auth.pages.signOut) return { type: 'redirect', url: pageUrl(base, auth.pages.signOut) }
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'signOut',
      action: endpointUrl(base, 'signout'),
      csrfToken: await csrfField(ctx),
      callbackUrl: await resolveCallbackUrl(ctx),
      providers: [...providers.values()].filter((each) => isOAuthProvider(each) && each.logout),
    },
  }
}

/**
 * `GET /signout/<provider>`: handles the user's return from signing out at the provider.
 *
 * @throws {UnknownProvider} if users cannot sign out at the provider
 */
async function completeSignOut(ctx: Context): Promise<Result> {
  const { targetAfterReturn } = await import('../logout/pending-sign-out.ts')
  return { type: 'redirect', url: await targetAfterReturn(ctx) }
}

/**
 * `POST /signout`: ends the session, first here and then at the provider.
 *
 * @throws {SignOutError} if copies of the session may stay valid
 */
export async function signOut(ctx: Context): Promise<Result> {
  // First, so that no later failure keeps the session alive.
  const ended = await endEverywhere(ctx)
  if ('failure' in ended)
    throw concernsProvider(ctx)
      ? await (await atProvider()).signOutAfterFailure(ctx, ended.failure)
      : ended.failure
  const url = await resolveCallbackUrl(ctx)
  forgetCallbackUrl(ctx)
  const elsewhere = concernsProvider(ctx)
    ? await (await atProvider()).signOutAtProvider(ctx, url, ended.userId)
    : undefined
  return { type: 'redirect', url: elsewhere ?? url }
}

/** The user whose session has ended, or why a copy of it may stay valid. */
type EndedSession = { readonly userId: string | undefined } | { readonly failure: unknown }

/** Ends the application's session and a leftover Auth.js session. Never throws. */
async function endEverywhere(ctx: Context): Promise<EndedSession> {
  const noteEnd = ctx.auth.session.keepsFacts && (await prepareNote(ctx))
  const [own] = await Promise.allSettled([ctx.auth.sessions.end(ctx)])
  const [moved] = await Promise.allSettled([removeMovedSession(ctx)])
  if (moved.status === 'rejected') return { failure: incompleteSignOut(moved.reason) }
  if (own.status === 'rejected') return { failure: own.reason }
  if (noteEnd) await noteEnd(own.value)
  else await emitEnd(ctx, own.value)
  return { userId: own.value }
}

// Few applications sign their users out of a provider.
const atProvider = loadOnce(() => import('../logout/at-provider.ts'))

function concernsProvider({ base, cookies, form }: Context): boolean {
  return hasChunked(cookies, base.cookies.providerTokens.name) || String(form.provider) === 'true'
}

const lists = loadOnce(() => import('../sessions/list/current.ts'))

const pending = loadOnce(() => import('../sign-in/pending.ts'))

/**
 * Looks up this browser's session in the list of its user's sessions, before it ends, and ends a
 * sign-in that waits: on a shared device, the next user must not complete it.
 *
 * @returns a function that removes it from the list
 */
async function prepareNote(ctx: Context): Promise<(userId: string | undefined) => Promise<void>> {
  await (await pending()).forgetPending(ctx)
  const sessionToken = await (await lists()).currentKey(ctx)
  return async (userId) => {
    if (sessionToken === undefined || userId === undefined) return
    const [{ noteEnd }, { publicId }] = await Promise.all([
      import('../sessions/list/note.ts'),
      import('../sessions/list/public-id.ts'),
    ])
    await noteEnd(ctx.auth, { userId, sessionToken })
    await emitEnd(ctx, userId, await publicId(sessionToken))
  }
}

async function emitEnd(ctx: Context, userId: string | undefined, session?: string): Promise<void> {
  if (userId !== undefined) await emitSecurity(ctx, { type: 'sessionEnded', userId, session, by: 'user' })
}
