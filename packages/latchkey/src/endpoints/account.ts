import type { Context } from '../contract/context.ts'
import type { JsonResult, Result } from '../contract/result.ts'
import { UnknownAction } from '../errors/request.ts'
import { StepUpRequired } from '../errors/second-factor.ts'
import { wantsJson } from '../http/accept.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { asFresh } from '../sign-in/recent.ts'
import type { AccountSection } from '../types/account-pages.ts'
import { type AccountPlaces, listAccountSections } from '../user/account-sections.ts'
import { exportUser } from '../user/export.ts'
import { accountOverview } from '../user/overview.ts'
import { applyChange } from './account/changes.ts'
import { findSection, overviewUrl } from './account/urls.ts'

/**
 * `GET /account`: what the account has, as JSON. Without a session, leads to the sign-in page and
 * back; a script receives status 401.
 */
export async function showAccount(ctx: Context): Promise<Result> {
  const userId = await findUserId(ctx)
  if (userId === undefined) return signInFirst(ctx)
  if (ctx.providerId !== undefined) throw unknownSection()
  return json(await accountOverview(ctx, userId))
}

/**
 * `POST /account/<section>`: changes one thing, which the field `do` names. Without a recent sign-in,
 * a script receives status 401 with the `url` of the page that asks for it.
 *
 * @throws the errors of the user's methods
 */
export async function changeAccount(ctx: Context): Promise<Result> {
  const userId = await findUserId(ctx)
  if (userId === undefined) return signInFirst(ctx)
  const section = requireSection(ctx, await listAccountSections(ctx))
  try {
    if (section === 'export') return download(await exportUser(ctx, userId))
    return json(await applyChange(ctx, userId, section))
  } catch (error) {
    if (error instanceof StepUpRequired) return confirmFirst(ctx, error)
    throw error
  }
}

function findUserId(ctx: Context): Promise<string | undefined> {
  return ctx.auth.sessions.userId(asFresh(ctx))
}

/** @throws {UnknownAction} if the section is not on the built-in pages */
function requireSection({ providerId = '' }: Context, places: AccountPlaces): AccountSection {
  const section = findSection(providerId)
  if (section === undefined || places.get(section) !== 'built-in') throw unknownSection()
  return section
}

function unknownSection(): UnknownAction {
  return new UnknownAction('The account pages have no such section. See `account.sections`.')
}

function signInFirst(ctx: Context): Result {
  const url = namedPageUrl(ctx, 'signIn', { callbackUrl: overviewUrl(ctx) })
  if (!wantsJson(ctx.headers)) return { type: 'redirect', url }
  return { ...json({ error: 'SessionRequired', message: 'No user is signed in.', url }), status: 401 }
}

function confirmFirst({ headers }: Context, { message, url }: StepUpRequired): Result {
  if (!wantsJson(headers)) return { type: 'redirect', url }
  return { ...json({ error: 'StepUpRequired', message, url }), status: 401 }
}

function json(body: unknown): JsonResult {
  return { type: 'json', status: 200, body }
}

function download(body: unknown): JsonResult {
  return { ...json(body), headers: { 'Content-Disposition': 'attachment; filename="account.json"' } }
}
