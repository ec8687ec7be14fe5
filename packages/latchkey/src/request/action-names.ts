import type { AuthAction } from '../types/auth-action.ts'

/** The actions. A record, so that the compiler finds a missing one. Each has a route. */
const ACTIONS: Readonly<Record<AuthAction, true>> = {
  callback: true,
  csrf: true,
  error: true,
  providers: true,
  session: true,
  signin: true,
  signout: true,
  'verify-request': true,
  'webauthn-options': true,
}

/** Returns whether a text is an action: the first segment of a path below `basePath`. */
export function isAuthAction(text: string): text is AuthAction {
  return Object.hasOwn(ACTIONS, text)
}

/**
 * Returns whether a path is that of an endpoint. The application may have pages below the same
 * `basePath`.
 *
 * @param basePath empty if the endpoints are at the root
 */
export function isEndpointPath(basePath: string, path: string): boolean {
  if (!path.startsWith(`${basePath}/`)) return false
  const [action = ''] = path.slice(basePath.length + 1).split('/')
  return isAuthAction(action)
}
