import { type RequestEvent, redirect } from '@sveltejs/kit'
import { fieldsOf } from '../http/fields.ts'
import type { Outcome } from '../integration/create-auth.ts'
import type { DefaultSession } from '../types/session.ts'
import { kitBase } from './preset.ts'
import type { RequestSession, SessionOf } from './request-session.ts'

/** What an action gives back with `redirect=false` in its form: where it would have gone. */
export interface ActionOutcome {
  url: string
}

/** What a form says, for code that has none or has read it before. */
export type ActionFields = FormData | Record<string, unknown>

/**
 * A form action: for `export const actions = { default: signIn }`, or to be called by an action, a load function or a remote function of the
 * application, with `fields` in place of the form. Without a form to read they are empty.
 */
export type LatchkeyAction = (event: RequestEvent, fields?: ActionFields) => Promise<ActionOutcome>

/** Fields of a sign-in form whose names begin with this are parameters for the provider. */
const PARAMETER = 'authorizationParams-'

/** Signs in with the provider that the field `providerId` names. @throws {AuthError} what failed; and what SvelteKit throws to redirect */
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

/** Signs out. @throws {AuthError}; and what SvelteKit throws to redirect */
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
  if (request.bodyUsed) throw new TypeError('The form was read before. Hand it on: `signIn(event, form)`.')
  return fieldsOf((await request.formData()).entries())
}

/** Where the form wants to go; else the page that it is on, or the one whose load function calls. */
function targetOf({ request, url }: RequestEvent, ...wanted: unknown[]): string {
  const reported = wanted.find((target): target is string => typeof target === 'string' && target !== '')
  if (reported !== undefined) return reported
  return isRead(request) ? url.pathname + url.search : (request.headers.get('referer') ?? (kitBase || '/'))
}

/** Is a page asked for, rather than a form sent? */
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
  // The provider's address, or one that was checked. To SvelteKit our own is another origin, too, behind a proxy that it is not told of.
  redirect(303, url, { external: true })
}
