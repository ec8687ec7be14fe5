import { completeSignIn } from './actions/callback.ts'
import { tellCsrfToken } from './actions/csrf.ts'
import { showError } from './actions/error.ts'
import { listProviders } from './actions/providers.ts'
import { readSession } from './actions/read-session.ts'
import { startSignIn } from './actions/sign-in.ts'
import { showSignIn } from './actions/sign-in-page.ts'
import { showSignOut, signOut } from './actions/sign-out.ts'
import { updateSession } from './actions/update-session.ts'
import { showVerifyRequest } from './actions/verify-request.ts'
import { tellWebAuthnOptions } from './actions/webauthn-options.ts'
import type { AuthAction, Awaitable, Context, Result, Visit } from './contract.ts'
import { MethodNotAllowed, UnknownAction } from './errors.ts'

export interface Route {
  readonly method: 'GET' | 'POST'
  readonly door: AuthAction
  /** May a provider stand behind the door's name? */
  readonly provider: 'never' | 'may'
  /** `open`: anybody. `form`: one of our own pages. `kind`: as the provider's kind proves it. */
  readonly guard: 'open' | 'form' | 'kind'
  /** Does it change anything? Then HEAD does not run it. */
  readonly effect: boolean
  readonly action: (ctx: Context) => Awaitable<Result>
}

/** Every door of the library. */
export const routes: readonly Route[] = [
  { method: 'GET', door: 'session', provider: 'never', guard: 'open', effect: false, action: readSession },
  { method: 'POST', door: 'session', provider: 'never', guard: 'form', effect: true, action: updateSession },
  { method: 'GET', door: 'csrf', provider: 'never', guard: 'open', effect: false, action: tellCsrfToken },
  {
    method: 'GET',
    door: 'providers',
    provider: 'never',
    guard: 'open',
    effect: false,
    action: listProviders,
  },
  { method: 'GET', door: 'signin', provider: 'never', guard: 'open', effect: false, action: showSignIn },
  { method: 'POST', door: 'signin', provider: 'may', guard: 'form', effect: true, action: startSignIn },
  { method: 'GET', door: 'callback', provider: 'may', guard: 'kind', effect: true, action: completeSignIn },
  { method: 'POST', door: 'callback', provider: 'may', guard: 'kind', effect: true, action: completeSignIn },
  { method: 'GET', door: 'signout', provider: 'never', guard: 'open', effect: false, action: showSignOut },
  { method: 'POST', door: 'signout', provider: 'never', guard: 'form', effect: true, action: signOut },
  {
    method: 'GET',
    door: 'webauthn-options',
    provider: 'may',
    guard: 'open',
    effect: true,
    action: tellWebAuthnOptions,
  },
  {
    method: 'GET',
    door: 'verify-request',
    provider: 'never',
    guard: 'open',
    effect: false,
    action: showVerifyRequest,
  },
  { method: 'GET', door: 'error', provider: 'never', guard: 'open', effect: false, action: showError },
]

/**
 * The route of a visit. HEAD takes that of GET.
 *
 * @throws {UnknownAction} when no door has this path.
 * @throws {MethodNotAllowed} when the door is not opened by this method.
 */
export function findRoute({ method, door, providerId }: Visit): Route {
  const wanted = method === 'HEAD' ? 'GET' : method
  const allowed: string[] = []
  for (const route of routes) {
    if (route.door !== door || (providerId !== undefined && route.provider === 'never')) continue
    if (route.method === wanted) return route
    allowed.push(route.method === 'GET' ? 'GET, HEAD' : route.method)
  }
  if (allowed.length === 0) throw new UnknownAction('There is nothing at this path.')
  const allow = allowed.join(', ')
  throw new MethodNotAllowed(`This path is not opened by ${method}. Use ${allow}.`, { allow })
}
