import type { AuthRequest, Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { completeSignIn } from '../endpoints/callback.ts'
import { sendCsrfToken } from '../endpoints/csrf.ts'
import { showError } from '../endpoints/error.ts'
import { listProviders } from '../endpoints/providers.ts'
import { readSession, updateSession } from '../endpoints/session.ts'
import { showSignIn, startSignIn } from '../endpoints/sign-in.ts'
import { showSignOut, signOut } from '../endpoints/sign-out.ts'
import { showVerifyRequest } from '../endpoints/verify-request.ts'
import { sendWebAuthnOptions } from '../endpoints/webauthn-options.ts'
import { MethodNotAllowed, UnknownAction } from '../errors.ts'
import type { AuthAction } from '../types/auth-action.ts'
import type { Awaitable } from '../types/basics.ts'

export interface Route {
  readonly method: 'GET' | 'POST'
  readonly action: AuthAction
  /** May a provider stand behind the door's name? */
  readonly provider: 'never' | 'may'
  /** `open`: anybody. `form`: one of our own pages. `kind`: as the provider's kind proves it. */
  readonly guard: 'open' | 'form' | 'method'
  /** Does it change anything? Then HEAD does not run it. */
  readonly effect: boolean
  readonly endpoint: (ctx: Context) => Awaitable<Result>
}

/** Every door of the library. */
export const routes: readonly Route[] = [
  {
    method: 'GET',
    action: 'session',
    provider: 'never',
    guard: 'open',
    effect: false,
    endpoint: readSession,
  },
  {
    method: 'POST',
    action: 'session',
    provider: 'never',
    guard: 'form',
    effect: true,
    endpoint: updateSession,
  },
  { method: 'GET', action: 'csrf', provider: 'never', guard: 'open', effect: false, endpoint: sendCsrfToken },
  {
    method: 'GET',
    action: 'providers',
    provider: 'never',
    guard: 'open',
    effect: false,
    endpoint: listProviders,
  },
  { method: 'GET', action: 'signin', provider: 'never', guard: 'open', effect: false, endpoint: showSignIn },
  { method: 'POST', action: 'signin', provider: 'may', guard: 'form', effect: true, endpoint: startSignIn },
  {
    method: 'GET',
    action: 'callback',
    provider: 'may',
    guard: 'method',
    effect: true,
    endpoint: completeSignIn,
  },
  {
    method: 'POST',
    action: 'callback',
    provider: 'may',
    guard: 'method',
    effect: true,
    endpoint: completeSignIn,
  },
  {
    method: 'GET',
    action: 'signout',
    provider: 'never',
    guard: 'open',
    effect: false,
    endpoint: showSignOut,
  },
  { method: 'POST', action: 'signout', provider: 'never', guard: 'form', effect: true, endpoint: signOut },
  {
    method: 'GET',
    action: 'webauthn-options',
    provider: 'may',
    guard: 'open',
    effect: true,
    endpoint: sendWebAuthnOptions,
  },
  {
    method: 'GET',
    action: 'verify-request',
    provider: 'never',
    guard: 'open',
    effect: false,
    endpoint: showVerifyRequest,
  },
  { method: 'GET', action: 'error', provider: 'never', guard: 'open', effect: false, endpoint: showError },
]

/**
 * The route of a visit. HEAD takes that of GET.
 *
 * @throws {UnknownAction} when no door has this path.
 * @throws {MethodNotAllowed} when the door is not opened by this method.
 */
export function findRoute({ method, action, providerId }: AuthRequest): Route {
  const wanted = method === 'HEAD' ? 'GET' : method
  const allowed: string[] = []
  for (const route of routes) {
    if (route.action !== action || (providerId !== undefined && route.provider === 'never')) continue
    if (route.method === wanted) return route
    allowed.push(route.method === 'GET' ? 'GET, HEAD' : route.method)
  }
  if (allowed.length === 0) throw new UnknownAction('There is nothing at this path.')
  const allow = allowed.join(', ')
  throw new MethodNotAllowed(`This path is not opened by ${method}. Use ${allow}.`, { allow })
}
