import { loadOnce } from '../async/awaitable.ts'
import type { Context } from '../contract/context.ts'
import { StepUpRequired } from '../errors/second-factor.ts'
import { noteRenewal } from '../http/renewals.ts'
import { asAuthError, report } from '../log/report.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Cookie } from '../types/cookies.ts'
import type { CurrentUser, UserSessions } from '../types/current-user.ts'
import { secondFactorMethods } from './second-factor-methods.ts'

/** Writes the cookies that one of the user's methods sets. */
export type WriteCookies = (cookies: readonly Cookie[]) => Awaitable<void>

interface Effects {
  readonly write?: WriteCookies | undefined
  readonly leave?: LeaveForStepUp | undefined
}

/** Throws what leads the user to the page of a step-up. */
export type LeaveForStepUp = (stepUp: StepUpRequired) => Awaitable<never>

const tokens = loadOnce(() => import('./access-token.ts'))
const secondFactor = loadOnce(() => import('./second-factor.ts'))
const accounts = loadOnce(() => import('./accounts.ts'))
const sessions = loadOnce(() => import('./sessions.ts'))

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
    sessions: sessionMethods((name, method) =>
      run(`user.sessions.${name}`, async () => method((await sessions()).userSessions(own, id))),
    ),
    events: {
      list: (...call) =>
        run('user.events.list', async () => (await sessions()).userEvents(own, id).list(...call)),
    },
    accounts: {
      list: () => run('user.accounts.list', async () => (await accounts()).connectedAccounts(own, id).list()),
      unlink: (...call) =>
        run('user.accounts.unlink', async () =>
          (await accounts()).connectedAccounts(own, id).unlink(...call),
        ),
    },
    secondFactor: secondFactorMethods((name, method) =>
      run(`user.secondFactor.${name}`, async () => method((await secondFactor()).userSecondFactor(own, id))),
    ),
  }
}

function sessionMethods(
  run: <T>(name: keyof UserSessions, method: (methods: UserSessions) => Promise<T>) => Promise<T>,
): UserSessions {
  return {
    list: () => run('list', (methods) => methods.list()),
    rename: (...call) => run('rename', (methods) => methods.rename(...call)),
    revoke: (...call) => run('revoke', (methods) => methods.revoke(...call)),
    revokeOthers: () => run('revokeOthers', (methods) => methods.revokeOthers()),
  }
}

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
