import { type App, BASE, createApp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { startSignIn } from '@latchkey/test-support/kit/oauth-callback.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { OIDCConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { vi } from 'vitest'
import { type Case, NOW, type ResponseMode, type Run } from './case.ts'
import { CLIENT_KEY } from './client-authentication.ts'
import { logoutClaims } from './modules-backchannel.ts'
import { createProvider, type Provider } from './provider.ts'

/** What the browser and the log show after a sign-in. */
export type Outcome =
  | { readonly type: 'accepted' }
  | {
      readonly type: 'rejected'
      readonly page: string
      readonly error: string | null
      readonly logged: readonly string[]
      /** The messages of the logged error and of its cause. */
      readonly because: string
    }

/**
 * Signs in as a browser would: form, authorization request, response, callback. The clock stands at
 * `NOW`, however busy the machine is.
 */
export async function runCase(test: Case, mode: ResponseMode): Promise<Run & { outcome: Outcome }> {
  vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] })
  const idp = createProvider(test.provider)
  const profiles: unknown[] = []
  const app = createApp({
    providers: [oidcFor(idp, createOptions(test, mode))],
    events: { signIn: ({ profile }) => void profiles.push(profile) },
    ...(test.session === 'database' ? { adapter: memory() } : {}),
  })
  let attempt = await signIn(app, idp, test, mode)
  if (test.secondSignInAfter !== undefined && attempt.outcome.type === 'accepted') {
    vi.setSystemTime((NOW + test.secondSignInAfter) * 1000)
    attempt = await signIn(app, idp, test, mode)
  }
  return { ...attempt, idp, profile: profiles.at(-1) as Run['profile'] }
}

function createOptions({ provider = {}, options = {} }: Case, mode: ResponseMode): Partial<OIDCConfig> {
  const { clientAuthentication: method } = provider
  const { authorization: endpoint = {} } = options
  const authorization = typeof endpoint === 'object' && 'params' in endpoint ? endpoint.params : {}
  return {
    ...options,
    client: { ...(method && { token_endpoint_auth_method: method }), ...options.client },
    ...(method === 'private_key_jwt' && { clientPrivateKey: CLIENT_KEY.privateKey }),
    authorization: { params: { ...authorization, ...(mode === 'form_post' && { response_mode: mode }) } },
  }
}

type Attempt = Pick<Run, 'authorization' | 'session' | 'logout' | 'signOut'> & { readonly outcome: Outcome }

/** Signs in with a new browser. */
async function signIn(app: App, idp: Provider, test: Case, mode: ResponseMode): Promise<Attempt> {
  const browser = new Browser(app)
  const started = await startSignIn(browser)
  if (!started.startsWith(`${idp.issuer}/`))
    return { outcome: toOutcome(app, started, null), session: null, authorization: {} }
  const redirect = idp.agree(started)
  test.provider?.redirect?.(redirect.searchParams)
  const response = await respond(browser, redirect, mode)
  const session = (await readSession(browser)) as Run['session']
  const authorization = Object.fromEntries(new URL(started).searchParams)
  const outcome = toOutcome(app, response.headers.get('location') ?? '', session)
  const logout =
    test.logoutToken && (await sendLogoutToken(app, browser, await test.logoutToken(logoutClaims(idp))))
  const signOut = test.afterSignOut && (await signOutAtProvider(browser, test.afterSignOut))
  return { outcome, session, authorization, ...(logout && { logout }), ...(signOut && { signOut }) }
}

/** Signs out, and returns from the provider. */
async function signOutAtProvider(browser: Browser, change: (back: URL) => void): Promise<Run['signOut']> {
  const response = await browser.post(`${BASE}/signout`, { callbackUrl: '/bye' })
  const isEnded = (await readSession(browser)) === null
  const request = Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)
  const back = new URL(request.post_logout_redirect_uri ?? '')
  back.searchParams.set('state', request.state ?? '')
  change(back)
  return { request, isEnded, target: (await browser.get(back.href)).headers.get('location') }
}

/** Sends a logout token, as the provider does. */
async function sendLogoutToken(app: App, browser: Browser, token: string): Promise<Run['logout']> {
  const body = new URLSearchParams({ logout_token: token })
  const { status } = await app.fetch(new Request(`${BASE}/backchannel-logout/idp`, { method: 'POST', body }))
  return { status, isEnded: (await readSession(browser)) === null }
}

/** Sends the authorization response, as the provider asks the browser to. */
function respond(browser: Browser, redirect: URL, mode: ResponseMode): Promise<Response> {
  if (mode === 'query') return browser.get(redirect.href)
  const { origin, pathname, searchParams } = redirect
  const headers = { origin: 'https://id.test', 'sec-fetch-site': 'cross-site' }
  return browser.post(`${origin}${pathname}`, Object.fromEntries(searchParams), headers)
}

function toOutcome(app: App, location: string, session: unknown): Outcome {
  if (session !== null && location === `${ORIGIN}/after` && app.errors.length === 0)
    return { type: 'accepted' }
  const { pathname, searchParams } = new URL(location, BASE)
  const logged = app.log.filter(({ level }) => level === 'error').map(({ entry }) => entry as Error)
  return {
    type: 'rejected',
    page: session === null ? pathname : `${pathname} with a session`,
    error: searchParams.get('error'),
    logged: app.errors,
    because: logged.map((error) => `${error.message} ${describeCause(error)}`).join(' '),
  }
}

function describeCause({ cause }: Error): string {
  const { err } = (cause ?? {}) as { err?: Error }
  return err?.message ?? ''
}
