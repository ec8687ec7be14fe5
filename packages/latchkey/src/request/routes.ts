import { loadOnce } from '../async/awaitable.ts'
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
import { MethodNotAllowed, UnknownAction } from '../errors/request.ts'
import type { AuthAction } from '../types/auth-action.ts'
import type { Awaitable } from '../types/basics.ts'
import { isServed } from './action-names.ts'
import { whereEndpointsAre } from './where-endpoints-are.ts'

export interface Route {
  readonly method: 'GET' | 'POST'
  readonly action: AuthAction
  /** Whether a provider id, or a section of the account, may follow the action. */
  readonly provider?: 'optional'
  /**
   * Who may call it. `open`: anyone. `form`: the application's own pages. `method`: the sign-in
   * method decides.
   */
  readonly guard: 'open' | 'form' | 'method'
  /** Whether it changes anything. If so, HEAD does not run it. */
  readonly hasEffect: boolean
  readonly endpoint: (ctx: Context) => Awaitable<Result>
}

// Few applications need it.
const verification = loadOnce(() => import('../endpoints/verify.ts'))
const account = loadOnce(() => import('../endpoints/account.ts'))

/** All Latchkey endpoints. */
export const routes: readonly Route[] = [
  { method: 'GET', action: 'session', guard: 'open', hasEffect: false, endpoint: readSession },
  { method: 'POST', action: 'session', guard: 'form', hasEffect: true, endpoint: updateSession },
  { method: 'GET', action: 'csrf', guard: 'open', hasEffect: false, endpoint: sendCsrfToken },
  { method: 'GET', action: 'providers', guard: 'open', hasEffect: false, endpoint: listProviders },
  { method: 'GET', action: 'signin', guard: 'open', hasEffect: false, endpoint: showSignIn },
  {
    method: 'POST',
    action: 'signin',
    provider: 'optional',
    guard: 'form',
    hasEffect: true,
    endpoint: startSignIn,
  },
  {
    method: 'GET',
    action: 'callback',
    provider: 'optional',
    guard: 'method',
    hasEffect: true,
    endpoint: completeSignIn,
  },
  {
    method: 'POST',
    action: 'callback',
    provider: 'optional',
    guard: 'method',
    hasEffect: true,
    endpoint: completeSignIn,
  },
  {
    method: 'GET',
    action: 'signout',
    provider: 'optional',
    guard: 'open',
    hasEffect: false,
    endpoint: showSignOut,
  },
  { method: 'POST', action: 'signout', guard: 'form', hasEffect: true, endpoint: signOut },
  {
    method: 'GET',
    action: 'webauthn-options',
    provider: 'optional',
    guard: 'open',
    hasEffect: true,
    endpoint: sendWebAuthnOptions,
  },
  {
    method: 'POST',
    action: 'backchannel-logout',
    provider: 'optional',
    guard: 'open',
    hasEffect: true,
    // Few applications need it.
    endpoint: async (ctx) => (await import('../endpoints/backchannel-logout.ts')).receiveLogoutToken(ctx),
  },
  {
    method: 'GET',
    action: 'verify',
    guard: 'open',
    hasEffect: false,
    endpoint: async (ctx) => (await verification()).showVerification(ctx),
  },
  {
    method: 'POST',
    action: 'verify',
    guard: 'form',
    hasEffect: true,
    endpoint: async (ctx) => (await verification()).verify(ctx),
  },
  {
    method: 'GET',
    action: 'signup',
    guard: 'open',
    hasEffect: false,
    endpoint: async (ctx) => (await import('../endpoints/sign-up.ts')).showSignUp(ctx),
  },
  {
    method: 'POST',
    action: 'signup',
    guard: 'form',
    hasEffect: true,
    endpoint: async (ctx) => (await import('../endpoints/sign-up.ts')).signUp(ctx),
  },
  {
    method: 'GET',
    action: 'reset',
    guard: 'open',
    hasEffect: false,
    endpoint: async (ctx) => (await import('../endpoints/reset.ts')).showReset(ctx),
  },
  {
    method: 'POST',
    action: 'reset',
    guard: 'form',
    hasEffect: true,
    endpoint: async (ctx) => (await import('../endpoints/reset.ts')).reset(ctx),
  },
  {
    method: 'GET',
    action: 'change-email',
    guard: 'open',
    hasEffect: false,
    endpoint: async (ctx) => (await import('../endpoints/change-email.ts')).showAddressChange(ctx),
  },
  {
    method: 'POST',
    action: 'change-email',
    guard: 'form',
    hasEffect: true,
    endpoint: async (ctx) => (await import('../endpoints/change-email.ts')).changeEmail(ctx),
  },
  {
    method: 'GET',
    action: 'account',
    provider: 'optional',
    guard: 'open',
    hasEffect: false,
    endpoint: async (ctx) => (await account()).showAccount(ctx),
  },
  {
    method: 'POST',
    action: 'account',
    provider: 'optional',
    guard: 'form',
    hasEffect: true,
    endpoint: async (ctx) => (await account()).changeAccount(ctx),
  },
  { method: 'GET', action: 'verify-request', guard: 'open', hasEffect: false, endpoint: showVerifyRequest },
  { method: 'GET', action: 'error', guard: 'open', hasEffect: false, endpoint: showError },
]

/**
 * Returns a request's route. HEAD uses the GET route.
 *
 * @throws {UnknownAction} if no endpoint has this path
 * @throws {MethodNotAllowed} if the endpoint does not accept this method
 */
export function findRoute(authRequest: AuthRequest): Route {
  const { method, action, providerId } = authRequest
  const wanted = method === 'HEAD' ? 'GET' : method
  const allowed: string[] = []
  for (const route of servedRoutes(authRequest)) {
    if (route.action !== action || (providerId !== undefined && route.provider === undefined)) continue
    if (route.method === wanted) return route
    allowed.push(route.method === 'GET' ? 'GET, HEAD' : route.method)
  }
  if (allowed.length === 0) throw unknownAction(authRequest)
  const allow = allowed.join(', ')
  throw new MethodNotAllowed(`${method} is not allowed on this endpoint. Use ${allow}.`, { allow })
}

function servedRoutes({ auth }: Pick<AuthRequest, 'auth'>): readonly Route[] {
  return routes.filter(({ action }) => isServed(auth, action))
}

/** The path itself is in the log: a client chose it, so it is not part of the message. */
function unknownAction({ auth, url }: AuthRequest): UnknownAction {
  const { basePath } = auth
  const isBelow = url?.pathname.startsWith(`${basePath}/`)
  const names = [...new Set(servedRoutes({ auth }).map(({ action }) => action))].join(', ')
  const advice = isBelow ? `Those below ${basePath}/ are: ${names}.` : whereEndpointsAre(auth)
  return new UnknownAction(`There is no endpoint at this path. ${advice}`)
}
