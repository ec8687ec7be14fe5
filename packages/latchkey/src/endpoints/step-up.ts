import type { Context } from '../contract/context.ts'
import type { PageResult, Result } from '../contract/result.ts'
import { wantsJson } from '../http/accept.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { readFacts } from '../sessions/facts.ts'
import { isMet, readStepUp, type StepUp, stepUpQuery, stepUpUrl } from '../step-up/demand.ts'
import { FORM_FIELD, readForm } from '../step-up/interrupted-form.ts'

/**
 * Returns the result for a session that already meets what the URL asks for: the form that was
 * interrupted, or the redirect back. Returns `undefined` if the user still has to confirm.
 */
export async function continueConfirmed(
  ctx: Context,
  userId: string,
  callbackUrl: string,
): Promise<Result | undefined> {
  const stepUp = readStepUp(ctx, callbackUrl)
  if (!hasDemand(stepUp) || !isMet(stepUp, await readFacts(ctx), ctx.auth.now())) return undefined
  return stepUp.form === undefined ? { type: 'redirect', url: callbackUrl } : offer(ctx, userId, stepUp)
}

/** Returns where to go when a user has confirmed: to the form that was interrupted, or back. */
export function afterStepUp(ctx: Context, callbackUrl: string): string {
  const stepUp = readStepUp(ctx, callbackUrl)
  return stepUp.form === undefined ? callbackUrl : stepUpUrl(ctx, stepUp)
}

/**
 * Returns the sign-in page for a user who has no second factor. It leads back in the same way, or here
 * again if the user then has to set one up.
 */
export async function signInAgain(ctx: Context, callbackUrl: string): Promise<Result> {
  const stepUp = readStepUp(ctx, callbackUrl)
  if (stepUp.within !== undefined && hasOpenId(ctx))
    await (await import('../oauth/auth-time.ts')).askForRecent(ctx, stepUp.within)
  const target = stepUp.secondFactor ? stepUpUrl(ctx, stepUp) : afterStepUp(ctx, callbackUrl)
  return { type: 'redirect', url: namedPageUrl(ctx, 'signIn', { callbackUrl: target }) }
}

function hasOpenId({ providers }: Context): boolean {
  return [...providers.values()].some(({ type }) => type === 'oidc')
}

/** Returns the query with which the pages for a step-up call each other. */
export function queryForStepUp(ctx: Context, callbackUrl: string): Record<string, string | undefined> {
  return stepUpQuery(readStepUp(ctx, callbackUrl))
}

function hasDemand({ within, secondFactor }: StepUp): boolean {
  return within !== undefined || secondFactor === true
}

async function offer(ctx: Context, userId: string, { form: id = '', callbackUrl }: StepUp): Promise<Result> {
  const kept = await readForm(ctx, id, userId)
  const form = kept && { ...kept, fields: [...kept.fields, [FORM_FIELD, id] as const] }
  if (wantsJson(ctx.headers)) {
    const { action, isMultipart, fields } = form ?? {}
    const body = {
      purpose: 'step-up',
      methods: [],
      callbackUrl,
      form: form && { action, isMultipart, fields },
    }
    return { type: 'json', status: 200, body }
  }
  const page: PageResult['page'] = { name: 'interruptedForm', form, callbackUrl }
  return { type: 'page', status: form ? 200 : 410, page }
}
