import type { ResolvedAuth } from '../contract/context.ts'
import type { AuthAction } from '../types/auth-action.ts'

/**
 * The actions, and the maximum number of path segments of each endpoint: a provider id may follow.
 * A record, so that the compiler finds a missing one. Each has a route.
 */
const ACTIONS: Readonly<Record<AuthAction, 1 | 2>> = {
  account: 2,
  'backchannel-logout': 2,
  callback: 2,
  'change-email': 1,
  csrf: 1,
  error: 1,
  providers: 1,
  reset: 1,
  session: 1,
  signin: 2,
  signout: 2,
  signup: 1,
  verify: 1,
  'verify-request': 1,
  'webauthn-options': 2,
}

/**
 * Returns whether a text is an action: a path's first segment below `basePath`.
 *
 * @example
 * ```ts
 * import { isAuthAction } from 'latchkey'
 *
 * const [, , action = ''] = new URL('https://example.com/auth/signin').pathname.split('/')
 * if (isAuthAction(action)) console.log(action)
 * ```
 */
export function isAuthAction(text: string): text is AuthAction {
  return Object.hasOwn(ACTIONS, text)
}

/**
 * Returns whether a text is an action that the configuration needs. Without second factors and
 * recent sign-ins, `verify` may be a page of the application; without passwords, `signup` and `reset`
 * may be, and without account pages, `account`.
 */
export function isServed(
  { session, servesPasswords, accountPages }: ResolvedAuth,
  text: string,
): text is AuthAction {
  if (/^(?:verify|change-email)$/.test(text)) return session.keepsFacts
  if (/^(?:signup|reset)$/.test(text)) return servesPasswords
  return text === 'account' ? Boolean(accountPages) : isAuthAction(text)
}

/**
 * Returns whether a path is an endpoint's. The application may have pages below the same
 * `basePath`, and below an endpoint.
 *
 * @param basePath empty if the endpoints are at the root. Default: the configured one
 */
export function isEndpointPath(auth: ResolvedAuth, path: string, basePath: string = auth.basePath): boolean {
  if (!path.startsWith(`${basePath}/`)) return false
  const [action = '', ...rest] = path
    .slice(basePath.length + 1)
    .split('/')
    .filter(Boolean)
  if (!isServed(auth, action)) return false
  // Clients without a provider id build URLs that end in `/undefined`.
  return rest.length < ACTIONS[action] || (rest.length === 1 && rest[0] === 'undefined')
}
