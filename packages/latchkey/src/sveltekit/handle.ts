import type { RequestEvent } from '@sveltejs/kit'
import type { Auth } from '../integration/create-auth.ts'
import { isAuthAction } from '../request/action-names.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import type { SessionOf } from './request-session.ts'

/** The hook, with a type that is the same in SvelteKit 2 and 3. */
export type LatchkeyHandle = (input: {
  event: RequestEvent
  resolve: (event: RequestEvent) => Promise<Response> | Response
}) => Promise<Response>

/** What the hook puts into `event.locals`. In `app.d.ts`: `interface Locals extends LatchkeyLocals {}` */
export interface LatchkeyLocals<S extends DefaultSession = Session> {
  /** The session, or `null`. Read once per request, however often it is asked for. @throws {AuthError} when it could not be found out */
  auth: () => Promise<S | null>
}

/** The hook that answers at our doors, and gives the session to all others. */
export function createHandle<S extends DefaultSession>(sessionOf: SessionOf<S>): LatchkeyHandle {
  return async ({ event, resolve }) => {
    const locals = event.locals as LatchkeyLocals<S>
    if (isPrerendered(event)) {
      // Made in advance for everybody: there is nobody whose session it could have, and no door that could be kept in a file.
      locals.auth = async () => null
      return resolve(event)
    }
    const session = await sessionOf(event)
    if (isAuthEndpoint(session.auth, event)) return session.auth.handle(event.request)
    locals.auth = session.read
    const response = await Promise.resolve(resolve(event)).finally(() => session.settle())
    return session.leaveWith(response)
  }
}

/** SvelteKit lets nobody see the query of a page that is rendered in advance. */
function isPrerendered({ url }: RequestEvent): boolean {
  try {
    return url.search === undefined
  } catch {
    return true
  }
}

/** Below our path an application may have pages of its own. What a page of SvelteKit's asks for as data is no door. */
function isAuthEndpoint<S extends DefaultSession>(
  { config }: Auth<S>,
  { url, isDataRequest }: RequestEvent,
): boolean {
  if (isDataRequest || !url.pathname.startsWith(`${config.basePath}/`)) return false
  const [action = ''] = url.pathname.slice(config.basePath.length + 1).split('/')
  return isAuthAction(action)
}
