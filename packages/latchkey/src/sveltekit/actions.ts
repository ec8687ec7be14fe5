import { type RequestEvent, redirect } from '@sveltejs/kit'
import type { Outcome } from '../auth.ts'
import type { DefaultSession } from '../contract.ts'
import { fieldsOf } from '../http/fields.ts'
import { kitBase } from './preset.ts'
import type { RequestSession, SessionOf } from './request-session.ts'

/** What an action gives back with `redirect=false` in its form: where it would have gone. */
export interface ActionOutcome {
  url: string
}

/** A form action: for `export const actions = { default: signIn }`, or to be called by an action of the application. */
export type LatchkeyAction = (event: RequestEvent) => Promise<ActionOutcome>

/** Fields of a sign-in form whose names begin with this are parameters for the provider. */
const PARAMETER = 'authorizationParams-'

/** Signs in with the provider that the field `providerId` names. @throws {AuthError} what failed; and what SvelteKit throws to redirect */
export function createSignIn<S extends DefaultSession>(sessionOf: SessionOf<S>): LatchkeyAction {
  return async (event) => {
    const session = await sessionOf(event)
    const { providerId, redirect: follow, redirectTo, ...rest } = await readForm(event)
    const isParameter = (name: string): boolean => name.startsWith(PARAMETER)
    const fields = Object.entries(rest).filter(([name]) => !isParameter(name))
    const parameters = Object.entries(rest).filter(([name]) => isParameter(name))
    const outcome = await session.auth.signIn(session.caller(), {
      providerId: typeof providerId === 'string' && providerId !== '' ? providerId : undefined,
      fields: { ...fieldsOf(fields), callbackUrl: targetOf(event, redirectTo, rest.callbackUrl) },
      authorizationParams: new URLSearchParams(parameters.map(([name, value]) => [name.slice(PARAMETER.length), String(value)])),
    })
    return conclude(session, outcome, follow)
  }
}

/** Signs out. @throws {AuthError}; and what SvelteKit throws to redirect */
export function createSignOut<S extends DefaultSession>(sessionOf: SessionOf<S>): LatchkeyAction {
  return async (event) => {
    const session = await sessionOf(event)
    const { redirect: follow, redirectTo, callbackUrl } = await readForm(event)
    const outcome = await session.auth.signOut(session.caller(), targetOf(event, redirectTo, callbackUrl))
    return conclude(session, outcome, follow)
  }
}

async function readForm({ request }: RequestEvent): Promise<Record<string, unknown>> {
  if (request.bodyUsed) throw new TypeError('The form was read before. Read it from a copy: `await event.request.clone().formData()`.')
  return fieldsOf((await request.formData()).entries())
}

/** Where the form wants to go; else the page that it is on. */
function targetOf({ request }: RequestEvent, ...wanted: unknown[]): string {
  const told = wanted.find((target): target is string => typeof target === 'string' && target !== '')
  return told ?? request.headers.get('referer') ?? (kitBase || '/')
}

function conclude<S extends DefaultSession>(session: RequestSession<S>, { url, cookies }: Outcome, follow: unknown): ActionOutcome {
  session.write(cookies)
  if (follow === 'false') return { url }
  // The provider's address, or one that was checked. To SvelteKit our own is another origin, too, behind a proxy that it is not told of.
  redirect(303, url, { external: true })
}
