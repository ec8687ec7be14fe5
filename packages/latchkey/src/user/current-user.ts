import { loadOnce } from '../async/awaitable.ts'
import type { Context } from '../contract/context.ts'
import { StepUpRequired } from '../errors/second-factor.ts'
import { noteRenewal } from '../http/renewals.ts'
import { asAuthError, report } from '../log/report.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Cookie } from '../types/cookies.ts'
import type { CurrentUser } from '../types/current-user.ts'
import { loadGroup } from './load-group.ts'
import { groupMethods } from './method-groups.ts'

/** Writes the cookies that one of the user's methods sets. */
export type WriteCookies = (cookies: readonly Cookie[]) => Awaitable<void>

interface Effects {
  readonly write?: WriteCookies | undefined
  readonly leave?: LeaveForStepUp | undefined
}

/** Throws what leads the user to the page of a step-up. */
export type LeaveForStepUp = (stepUp: StepUpRequired) => Awaitable<never>

const tokens = loadOnce(() => import('./access-token.ts'))

/**
 * Returns the signed-in user, or `null`. The first call of a method loads the methods.
 *
 * @param write without it, no cookie is written
 * @param leave without it, the methods throw `StepUpRequired`
 */
export async function findCurrentUser(
  ctx: Context,
  write?: WriteCookies,
  leave?: LeaveForStepUp,
): Promise<CurrentUser | null> {
  const canWrite = ctx.canWrite && write !== undefined
  // Methods that change something are called where cookies can be set.
  const own: Context = { ...ctx, canWrite, isFresh: canWrite }
  const id = await own.auth.sessions.userId(own)
  noteRenewal(own.cookies)
  await write?.(own.cookies.written)
  if (id === undefined) return null
  const run = <T>(name: string, method: () => Promise<T>): Promise<T> =>
    runMethod(own, { write, leave }, name, method)
  return {
    id,
    tokens: (...call) => run('user.tokens', async () => (await tokens()).getTokens(own, id, ...call)),
    overview: () =>
      run('user.overview', async () => (await import('./overview.ts')).accountOverview(own, id)),
    export: () => run('user.export', async () => (await import('./export.ts')).exportUser(own, id)),
    delete: (options) =>
      run('user.delete', async () => (await import('./delete.ts')).deleteUser(own, id, options?.confirm)),
    ...groupMethods((group, method, args) =>
      run(`user.${group}.${method}`, async () => {
        const methods: object = await loadGroup(own, id, group)
        return (methods as Record<string, Method>)[method]?.(...args)
      }),
    ),
  }
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

/**
 * Runs one of the user's methods, and writes the cookies that it sets.
 *
 * @throws the failure, after logging it. A `TypeError` for an invalid argument, and that the user
 *   has to confirm who they are, is not logged
 */
async function runMethod<T>(
  ctx: Context,
  { write, leave }: Effects,
  name: string,
  method: () => Promise<T>,
): Promise<T> {
  const before = new Set(ctx.cookies.written)
  try {
    return await method()
  } catch (thrown) {
    if (thrown instanceof StepUpRequired) await leave?.(thrown)
    if (thrown instanceof TypeError || thrown instanceof StepUpRequired) throw thrown
    const error = asAuthError(ctx, thrown)
    report(ctx, error, name)
    throw error
  } finally {
    const cookies = ctx.cookies.written.filter((cookie) => !before.has(cookie))
    if (cookies.length > 0) await write?.(cookies)
  }
}
