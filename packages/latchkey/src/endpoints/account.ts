import type { Context } from '../contract/context.ts'
import type { JsonResult, Result } from '../contract/result.ts'
import { UnknownAction } from '../errors/request.ts'
import { StepUpRequired } from '../errors/second-factor.ts'
import { wantsJson } from '../http/accept.ts'
import { namedPageUrl, pageUrl } from '../http/endpoint-url.ts'
import { asFresh } from '../sign-in/recent.ts'
import { FORM_FIELD, keepForm, takeForm } from '../step-up/interrupted-form.ts'
import type { AccountSection } from '../types/account-pages.ts'
import { type AccountPlaces, listAccountSections } from '../user/account-sections.ts'
import { exportUser } from '../user/export.ts'
import { accountOverview } from '../user/overview.ts'
import { type AccountChange, applyChange } from './account/changes.ts'
import { accountPage } from './account/page.ts'
import { findSection, overviewUrl, sectionUrl } from './account/urls.ts'

/**
 * `GET /account`: the overview, or the page of a section. With `Accept: application/json`, what all
 * sections show. Without a session, leads to the sign-in page and back; a script receives status 401.
 */
export async function showAccount(ctx: Context): Promise<Result> {
  const { auth, base, headers, providerId, query } = ctx
  const userId = await findUserId(ctx)
  if (userId === undefined) return signInFirst(ctx)
  if (wantsJson(headers) && providerId === undefined) return json(await accountOverview(ctx, userId))
  const places = await listAccountSections(ctx)
  if (providerId === undefined) {
    const { path } = auth.accountPages || {}
    if (path) return { type: 'redirect', url: pageUrl(base, path, Object.fromEntries(query)) }
    return accountPage(ctx, userId, places)
  }
  const section = findSection(providerId)
  const place = section && places.get(section)
  if (typeof place === 'object') return { type: 'redirect', url: pageUrl(base, place.page) }
  // They have no page of their own.
  if (section === 'profile' || section === 'export') return { type: 'redirect', url: overviewUrl(ctx) }
  return accountPage(ctx, userId, places, requireSection(ctx, places))
}

/**
 * `POST /account/<section>`: changes one thing, which the field `do` names. Without a recent sign-in,
 * leads to the page that asks for it, which offers the form again; a script receives its `url`.
 *
 * @throws the errors of the user's methods
 */
export async function changeAccount(ctx: Context): Promise<Result> {
  const userId = await findUserId(ctx)
  if (userId === undefined) return signInFirst(ctx)
  const section = requireSection(ctx, await listAccountSections(ctx))
  const sent = ctx.form[FORM_FIELD]
  if (typeof sent === 'string' && !(await takeForm(ctx, sent, userId)))
    return { type: 'redirect', url: sectionUrl(ctx, section), status: 303 }
  try {
    if (section === 'export') return download(await exportUser(ctx, userId))
    return afterChange(ctx, section, await applyChange(ctx, userId, section))
  } catch (error) {
    if (error instanceof StepUpRequired) return confirmFirst(ctx, userId, section, error)
    throw error
  }
}

function afterChange(ctx: Context, section: AccountSection, change: AccountChange): Result {
  const { status, recoveryCodes = [], leadsToOverview } = change
  if (wantsJson(ctx.headers)) return json({ status, recoveryCodes: change.recoveryCodes })
  if (status === 'userDeleted')
    return { type: 'page', status: 200, page: { name: 'accountDeleted', homeUrl: ctx.base.home } }
  const url = leadsToOverview ? overviewUrl(ctx, { status }) : sectionUrl(ctx, section, { status })
  if (recoveryCodes.length > 0)
    return { type: 'page', status: 200, page: { name: 'recoveryCodes', recoveryCodes, continueUrl: url } }
  return { type: 'redirect', url, status: 303 }
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
  const section = findSection(ctx.providerId ?? '')
  const callbackUrl = section === undefined ? overviewUrl(ctx) : sectionUrl(ctx, section)
  const url = namedPageUrl(ctx, 'signIn', { callbackUrl })
  if (!wantsJson(ctx.headers)) return { type: 'redirect', url }
  return { ...json({ error: 'SessionRequired', message: 'No user is signed in.', url }), status: 401 }
}

/** A form with a password is not kept: the user fills it in again. */
async function confirmFirst(
  ctx: Context,
  userId: string,
  section: AccountSection,
  { message, url }: StepUpRequired,
): Promise<Result> {
  const { form, headers } = ctx
  if (wantsJson(headers)) return { ...json({ error: 'StepUpRequired', message, url }), status: 401 }
  const target = new URL(url)
  const action = sectionUrl(ctx, section)
  target.searchParams.set('callbackUrl', action)
  if (section !== 'password') {
    const fields = Object.entries(form).filter(([name]) => name !== FORM_FIELD)
    target.searchParams.set('form', await keepForm(ctx, userId, fields, { action }))
  }
  return { type: 'redirect', url: target.href, status: 303 }
}

function json(body: unknown): JsonResult {
  return { type: 'json', status: 200, body }
}

function download(body: unknown): JsonResult {
  return { ...json(body), headers: { 'Content-Disposition': 'attachment; filename="account.json"' } }
}
