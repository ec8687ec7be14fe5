import { type RequestEvent, redirect } from '@sveltejs/kit'
import { fieldsOf } from '../http/fields.ts'
import type { Outcome } from '../integration/create-auth.ts'
import type { DefaultSession } from '../types/session.ts'
import { kitBase } from './preset.ts'
import type { RequestSession, SessionOf } from './request-session.ts'

/** Result of an action whose form has `redirect=false`: the URL that it would redirect to. */
export interface ActionOutcome {
  url: string
}

/** Fields in place of a form, for code that has no form or has already read it. */
export type ActionFields = FormData | Record<string, unknown>

/**
 * Form action, for `export const actions = { default: signIn }`. You can also call it in your own
 * action, load function or remote function, with `fields` in place of the form. In a request
 * without a form, the fields are empty.
 */
export type LatchkeyAction = (event: RequestEvent, fields?: ActionFields) => Promise<ActionOutcome>

/** Prefix of the form fields that are parameters for the provider. */
const PARAMETER = 'authorizationParams-'

/**
 * Creates the form action that signs in with the provider in the field `providerId`. The action
 * throws an `AuthError` when the sign-in fails, and SvelteKit's redirect when it succeeds.
 */
export function createSignIn<S extends DefaultSession>(sessionOf: SessionOf<S>): LatchkeyAction {
  return async (event, given) => {
    const session = await sessionOf(event)
    const { providerId, redirect: follow, redirectTo, ...rest } = await readForm(event, given)
    const isParameter = (name: string): boolean => name.startsWith(PARAMETER)
    const fields = Object.entries(rest).filter(([name]) => !isParameter(name))
    const parameters = Object.entries(rest).filter(([name]) => isParameter(name))
    const outcome = await session.auth.signIn(session.caller(), {
      providerId: typeof providerId === 'string' && providerId !== '' ? providerId : undefined,
      fields: { ...fieldsOf(fields), callbackUrl: targetOf(event, redirectTo, rest.callbackUrl) },
      authorizationParams: new URLSearchParams(
        parameters.map(([name, value]) => [name.slice(PARAMETER.length), String(value)]),
      ),
    })
    return conclude(session, outcome, follow)
  }
}

/**
 * Creates the form action that signs out. The action throws an `AuthError` when the sign-out fails,
 * and SvelteKit's redirect when it succeeds.
 */
export function createSignOut<S extends DefaultSession>(sessionOf: SessionOf<S>): LatchkeyAction {
  return async (event, given) => {
    const session = await sessionOf(event)
    const { redirect: follow, redirectTo, callbackUrl } = await readForm(event, given)
    const outcome = await session.auth.signOut(session.caller(), targetOf(event, redirectTo, callbackUrl))
    return conclude(session, outcome, follow)
  }
}

async function readForm(
  { request }: RequestEvent,
  given: ActionFields | undefined,
): Promise<Record<string, unknown>> {
  if (given !== undefined)
    return fieldsOf(given instanceof FormData ? given.entries() : Object.entries(given))
  if (isRead(request)) return {}
  if (request.bodyUsed) throw new TypeError('The form was already read. Pass it: `signIn(event, form)`.')
  return fieldsOf((await request.formData()).entries())
}

/**
 * Returns the target of the form, else the page that the form is on, or the page whose load
 * function called.
 */
function targetOf({ request, url }: RequestEvent, ...wanted: unknown[]): string {
  const reported = wanted.find((target): target is string => typeof target === 'string' && target !== '')
  if (reported !== undefined) return reported
  return isRead(request) ? url.pathname + url.search : (request.headers.get('referer') ?? (kitBase || '/'))
}

/** Returns whether a request loads a page and does not submit a form. */
function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function conclude<S extends DefaultSession>(
  session: RequestSession<S>,
  { url, cookies }: Outcome,
  follow: unknown,
): ActionOutcome {
  session.write(cookies)
  if (follow === false || follow === 'false') return { url }
  // `external`, because behind an unknown proxy SvelteKit treats the application's own URL as
  // another origin. The URL is that of the provider, or was checked.
  redirect(303, url, { external: true })
}
