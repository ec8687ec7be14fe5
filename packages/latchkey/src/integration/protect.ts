import type { Context, ResolvedAuth } from '../contract/context.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { StepUpRequired } from '../errors/second-factor.ts'
import type { Caller } from '../request/read-request.ts'
import { acceptCallbackUrl } from '../security/callback-url.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import { readFacts } from '../sessions/facts.ts'
import { asFresh } from '../sign-in/recent.ts'
import { isMet, stepUpUrl } from '../step-up/demand.ts'
import { FORM_FIELD, type FormTarget, keepForm, LOST, takeForm } from '../step-up/interrupted-form.ts'
import type { DefaultSession } from '../types/session.ts'
import type { ProtectedForm, ProtectPageOptions } from './protect-options.ts'
import { sendingPage } from './refusal.ts'
import { runServerCall } from './server-call.ts'

/** Where a call of `protect` comes from. */
export interface ProtectedPlace {
  /** The page to return to. Default: the requested URL, or for a form the page that it is on. */
  readonly page?: string | undefined
  /** Where the form is sent again. Default: the requested URL. */
  readonly target?: FormTarget | undefined
  /** Whether the framework sends a form in a way that cannot be repeated. */
  readonly isUnrepeatable?: boolean | undefined
}

/** The session, or what its user has to do first. */
export interface ProtectResult {
  /** `null` if the user is signed out, or if `stepUp` is set. */
  readonly session: DefaultSession | null
  readonly cookies: Context['cookies']['written']
  /** Set if the user is signed in and has to confirm who they are at its `url`. */
  readonly stepUp?: StepUpRequired
}

/**
 * Reads the session, and checks what is asked of it. A form that has to wait is kept; one that is
 * sent again is used up.
 *
 * @throws {AuthError} if the session cannot be read, or an option is invalid
 */
export function protect(
  auth: ResolvedAuth,
  caller: Caller | Request,
  options: ProtectPageOptions = {},
  place: ProtectedPlace = {},
): Promise<ProtectResult> {
  return runServerCall(auth, caller, { action: 'session' }, async (ctx) => {
    requireValid(auth, options)
    const { within, secondFactor, form } = options
    if (form !== undefined) refuseCrossOriginCaller(ctx)
    const session = await auth.sessions.read(contextFor(ctx, options), auth.readsUserId)
    if (session === null) return { session, cookies: ctx.cookies.written }
    const isConfirmed = isMet({ within, secondFactor }, await readFacts(ctx), auth.now())
    const sent = form && takeField(form)
    if (isConfirmed && sent === undefined) return { session, cookies: ctx.cookies.written }
    const where = {
      page: options.page ?? place.page ?? readPage(auth, caller),
      target: place.target ?? readTarget(caller),
    }
    const stepUp = await findStepUp(ctx, options, { ...place, ...where }, { isConfirmed, sent })
    return { session: stepUp ? null : session, cookies: ctx.cookies.written, ...(stepUp && { stepUp }) }
  })
}

/** A demand is not met by a session that has just been ended elsewhere. */
function contextFor(ctx: Context, { within, secondFactor }: ProtectPageOptions): Context {
  return within !== undefined || secondFactor ? asFresh(ctx) : ctx
}

/**
 * Returns what the user has to do before the request goes on. A form that is sent again is used up
 * in any case, so that none of its copies runs later.
 */
async function findStepUp(
  ctx: Context,
  options: ProtectPageOptions,
  { page, target, isUnrepeatable }: ProtectedPlace,
  { isConfirmed, sent }: { readonly isConfirmed: boolean; readonly sent: string | undefined },
): Promise<StepUpRequired | undefined> {
  const { within, secondFactor, form } = options
  const demand = { within, secondFactor, callbackUrl: await acceptCallbackUrl(ctx, page) }
  const userId = (await ctx.auth.sessions.userId(ctx)) ?? ''
  if (sent !== undefined && !(await takeForm(ctx, sent, userId)))
    return new StepUpRequired('A form was sent again that has expired or was sent before.', {
      url: stepUpUrl(ctx, { ...demand, form: LOST }),
    })
  if (isConfirmed) return undefined
  const kept =
    form && (await keepForm(ctx, userId, listFields(form, options.omit), isUnrepeatable ? undefined : target))
  const message = `${secondFactor ? 'A second factor' : 'A recent sign-in'} is required. Redirect to \`url\`.`
  return new StepUpRequired(message, { url: stepUpUrl(ctx, { ...demand, form: kept }) })
}

const NAMES = ['within', 'secondFactor', 'form', 'omit', 'page']

/** An option that is misspelt would leave a page open. */
function requireValid(auth: ResolvedAuth, options: ProtectPageOptions): void {
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name))
  const known = NAMES.map((name) => `\`${name}\``).join(', ')
  if (unknown !== undefined)
    throw new InvalidOption(`\`${unknown}\` is not an option of \`protect\`. Known options: ${known}.`)
  const { within, secondFactor } = options
  if (within !== undefined && !(typeof within === 'number' && within > 0 && Number.isFinite(within)))
    throw new InvalidOption(
      '`within` of `protect` is not a number of seconds above 0. Set it, for example, to 600.',
    )
  if ((within !== undefined || secondFactor) && !auth.session.keepsFacts)
    throw new InvalidOption(
      '`protect` was called with `within` or `secondFactor`, but sessions do not keep when their user ' +
        'signed in. Add `account: { security: true }` to the configuration.',
    )
  if (secondFactor && !auth.secondFactor)
    throw new InvalidOption(
      '`protect` was called with `secondFactor`, but users cannot have one. ' +
        'Add `secondFactor: {}` to the configuration.',
    )
}

/** Removes the field with the id from a form that is sent again: the application did not add it. */
function takeField(form: ProtectedForm): string | undefined {
  if (!(form instanceof FormData || form instanceof URLSearchParams)) {
    const { [FORM_FIELD]: id } = form
    delete form[FORM_FIELD]
    return typeof id === 'string' ? id : undefined
  }
  const id = form.get(FORM_FIELD)
  form.delete(FORM_FIELD)
  return typeof id === 'string' ? id : undefined
}

/** Returns a form's fields, without those of the framework and those that must not be kept. */
function listFields(form: ProtectedForm, omit: readonly string[] = []): [string, unknown][] {
  const entries = form instanceof FormData || form instanceof URLSearchParams ? form : Object.entries(form)
  const fields = [...entries].flatMap(([name, value]): [string, unknown][] =>
    Array.isArray(value) ? value.map((each) => [name, each]) : [[name, value]],
  )
  const isKept = ([name, value]: [string, unknown]): boolean =>
    !omit.includes(name) && !name.startsWith('$ACTION') && !isNoFile(value)
  return fields.filter(isKept)
}

/** Browsers send a field for a file even if none was chosen. */
function isNoFile(value: unknown): boolean {
  return value instanceof File && value.size === 0 && value.name === ''
}

function readPage(auth: ResolvedAuth, caller: Caller | Request): string | undefined {
  const isForm = 'method' in caller && caller.method !== 'GET' && caller.method !== 'HEAD'
  return isForm ? sendingPage(auth, caller.headers) : readPath(caller)
}

function readTarget(caller: Caller | Request): FormTarget | undefined {
  const action = readPath(caller)
  return action === undefined ? undefined : { action }
}

/** The origin that a server knows may not be the public one. */
function readPath({ url: given }: Caller | Request): string | undefined {
  const url = given === undefined ? null : URL.parse(given)
  return url === null ? undefined : url.pathname + url.search
}
