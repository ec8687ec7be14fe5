import { type RequestEvent, redirect } from '@sveltejs/kit'
import type { AuthorizationParams } from '../integration/options.ts'
import { type Conclusion, chooseTarget, conclude } from '../integration/outcome.ts'
import { formEntries } from '../integration/text-fields.ts'
import type { DefaultSession } from '../types/session.ts'
import { kitBase } from './preset.ts'
import type { RequestSession, SessionOf } from './request-session.ts'

/**
 * Result of an action whose form has `redirect=false`: the URL that it would redirect to.
 *
 * @experimental
 */
export interface ActionOutcome {
  url: string
}

/**
 * Fields to use instead of a form, for code that has no form or has already read it.
 *
 * @experimental
 */
// biome-ignore lint/suspicious/noExplicitAny: with `unknown`, no value whose type is an interface fits.
export type ActionFields = FormData | Record<string, any>

/**
 * Form action, for `export const actions = { default: signIn }`. You can also call it in your own
 * action, load function or remote function, with `fields` instead of the form. In a request without
 * a form, the fields are empty.
 *
 * @experimental
 */
export type LatchkeyAction = (event: RequestEvent, fields?: ActionFields) => Promise<ActionOutcome>

/**
 * The form action that signs in. `authorizationParams` are parameters for the provider in addition
 * to the form's own. Only they can set the `scope`: a form cannot.
 *
 * @experimental
 */
export type LatchkeySignInAction = (
  event: RequestEvent,
  fields?: ActionFields,
  authorizationParams?: AuthorizationParams,
) => Promise<ActionOutcome>

/** Prefix for the form fields that are parameters for the provider. */
const PARAMETER = 'authorizationParams-'

/**
 * Creates the form action that signs in with the provider in the field `providerId`. The action
 * throws an `AuthError` if the caller must handle a failure, and otherwise SvelteKit's redirect.
 */
export function createSignIn<S extends DefaultSession>(sessionOf: SessionOf<S>): LatchkeySignInAction {
  return async (event, given, authorizationParams) => {
    const session = await sessionOf(event)
    const { providerId, redirect: follow, redirectTo, ...rest } = await readForm(event, given)
    const fields = Object.entries(rest).filter(([name]) => !name.startsWith(PARAMETER))
    const parameters = parametersIn(rest)
    // A user of the form could change its scope.
    parameters.delete('scope')
    for (const [name, value] of new URLSearchParams(authorizationParams)) parameters.set(name, value)
    const outcome = await session.auth.signIn(session.caller(), {
      providerId: typeof providerId === 'string' && providerId !== '' ? providerId : undefined,
      fields: { ...Object.fromEntries(fields), callbackUrl: targetFor(event, redirectTo, rest.callbackUrl) },
      authorizationParams: parameters,
    })
    return { url: await conclude(outcome, follow, toConclusion(session)) }
  }
}

/** Returns the provider parameters in a form's fields. */
function parametersIn(fields: Readonly<Record<string, unknown>>): URLSearchParams {
  const found = Object.entries(fields).filter(([name]) => name.startsWith(PARAMETER))
  return new URLSearchParams(found.map(([name, value]) => [name.slice(PARAMETER.length), String(value)]))
}

/**
 * Creates the form action that signs out. The action throws an `AuthError` when the sign-out fails,
 * and SvelteKit's redirect when it succeeds.
 */
export function createSignOut<S extends DefaultSession>(sessionOf: SessionOf<S>): LatchkeyAction {
  return async (event, given) => {
    const session = await sessionOf(event)
    const { redirect: follow, redirectTo, callbackUrl, provider } = await readForm(event, given)
    const target = targetFor(event, redirectTo, callbackUrl)
    const outcome = await session.auth.signOut(session.caller(), target, provider)
    return { url: await conclude(outcome, follow, toConclusion(session)) }
  }
}

async function readForm(
  { request }: RequestEvent,
  given: ActionFields | undefined,
): Promise<Record<string, unknown>> {
  if (given !== undefined) return given instanceof FormData ? Object.fromEntries(formEntries(given)) : given
  if (isRead(request)) return {}
  if (request.bodyUsed) {
    throw new TypeError(
      'The form was already read. Pass it as the second argument: `signIn(event, form)` or ' +
        '`signOut(event, form)`.',
    )
  }
  return Object.fromEntries(formEntries(await request.formData()))
}

/**
 * Returns where the form wants to go; else the page that it is on, or the one whose load function
 * calls.
 */
function targetFor({ request, url }: RequestEvent, ...wanted: unknown[]): string {
  const target = wanted.find((candidate) => typeof candidate === 'string' && candidate !== '')
  if (target === undefined && isRead(request)) return url.pathname + url.search
  return chooseTarget(target, request.headers, kitBase || '/')
}

/** Returns whether a request loads a page and does not submit a form. */
function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function toConclusion<S extends DefaultSession>(session: RequestSession<S>): Conclusion {
  return {
    write: (cookies) => session.write(cookies),
    // The provider's URL, or one that was checked. Behind a proxy that SvelteKit does not know, the
    // application's own URL is also external to it.
    redirect: (url) => redirect(303, url, { external: true }),
  }
}
