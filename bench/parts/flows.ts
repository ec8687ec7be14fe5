import { authCoreWithCookies, fetchCsrf } from '../subjects/auth-core.ts'
import { betterAuthOnSqlite, signInRequest as betterSignInRequest, post } from '../subjects/better-auth.ts'
import { ANN, cookieHeader, ORIGIN, PASSWORD } from '../subjects/fixtures.ts'
import { mockGitHub } from '../subjects/github.ts'
import { latchkeyWithCookies, signInRequest } from '../subjects/latchkey.ts'
import type { Subject } from '../subjects/subject.ts'

const OWN_FORM = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }

/** A sign-in with a password that is compared without hashing. */
export async function credentials(): Promise<Subject[]> {
  const latchkey = await latchkeyWithCookies()
  const core = await authCoreWithCookies()
  const csrf = await fetchCsrf(core.handle)
  const better = await betterAuthOnSqlite()
  const body = { email: ANN.email, password: PASSWORD, csrfToken: csrf.token }
  const coreRequest = (): Request => form('/auth/callback/credentials', body, csrf.cookie)
  return [
    { library: 'latchkey', run: () => latchkey.auth.handle(signInRequest()), check: hasSession },
    { library: '@auth/core', run: () => core.handle(coreRequest()), check: hasSession },
    {
      library: 'better-auth',
      variant: 'SQLite',
      run: () => better.auth.handler(betterSignInRequest()),
      check: hasSession,
    },
  ]
}

/** The request that redirects to GitHub. */
export async function oauthRedirect(): Promise<Subject[]> {
  const { latchkey, core, better } = await gitHubApplications()
  return [
    { library: 'latchkey', run: latchkey.start, check: redirectsToGitHub },
    { library: '@auth/core', run: core.start, check: redirectsToGitHub },
    { library: 'better-auth', variant: 'SQLite', run: better.start, check: redirectsToGitHub },
  ]
}

/** A complete sign-in: the redirect to GitHub, and the callback with a code, up to the session. */
export async function oauthSignIn(): Promise<Subject[]> {
  const { latchkey, core, better } = await gitHubApplications()
  return [
    { library: 'latchkey', run: latchkey.complete, check: hasSession },
    { library: '@auth/core', run: core.complete, check: hasSession },
    { library: 'better-auth', variant: 'SQLite', run: better.complete, check: hasSession },
  ]
}

/** A sign-in with a password and the sign-out, because a session can be ended only once. */
export async function signOut(): Promise<Subject[]> {
  const latchkey = await latchkeyWithCookies()
  const core = await authCoreWithCookies()
  const csrf = await fetchCsrf(core.handle)
  const better = await betterAuthOnSqlite()
  const body = { email: ANN.email, password: PASSWORD, csrfToken: csrf.token }
  const signInAndOut = async (
    signedIn: Promise<Response>,
    signOutWith: (cookie: string) => Promise<Response>,
  ): Promise<Response> => signOutWith(cookieHeader((await signedIn).headers))
  return [
    {
      library: 'latchkey',
      run: () =>
        signInAndOut(latchkey.auth.handle(signInRequest()), (cookie) =>
          latchkey.auth.handle(form('/auth/signout', {}, cookie)),
        ),
      check: deletesSession,
    },
    {
      library: '@auth/core',
      run: () =>
        signInAndOut(core.handle(form('/auth/callback/credentials', body, csrf.cookie)), (cookie) =>
          core.handle(form('/auth/signout', { csrfToken: csrf.token }, `${cookie}; ${csrf.cookie}`)),
        ),
      check: deletesSession,
    },
    {
      library: 'better-auth',
      variant: 'SQLite',
      run: () =>
        signInAndOut(better.auth.handler(betterSignInRequest()), (cookie) =>
          better.auth.handler(post('sign-out', {}, cookie)),
        ),
      check: deletesSession,
    },
  ]
}

interface Flow {
  readonly start: () => Promise<Response>
  readonly complete: () => Promise<Response>
}

async function gitHubApplications(): Promise<{ latchkey: Flow; core: Flow; better: Flow }> {
  const latchkey = await latchkeyWithCookies()
  const core = await authCoreWithCookies()
  const csrf = await fetchCsrf(core.handle)
  const better = await betterAuthOnSqlite()
  mockGitHub()
  return {
    latchkey: flow(
      (request) => latchkey.auth.handle(request),
      () => form('/auth/signin/github', {}),
      '/auth/callback/github',
    ),
    core: flow(
      core.handle,
      () => form('/auth/signin/github', { csrfToken: csrf.token }, csrf.cookie),
      '/auth/callback/github',
    ),
    better: flow(
      (request) => better.auth.handler(request),
      () => post('sign-in/social', { provider: 'github', callbackURL: '/' }),
      '/api/auth/callback/github',
    ),
  }
}

function flow(
  handle: (request: Request) => Promise<Response>,
  request: () => Request,
  callback: string,
): Flow {
  const start = async (): Promise<Response> => handle(request())
  const complete = async (): Promise<Response> => {
    const started = await start()
    const address = new URL(await redirectUrl(started))
    const query = new URLSearchParams({
      code: 'a-code',
      state: address.searchParams.get('state') ?? '',
      iss: 'https://github.com/login/oauth',
    })
    return handle(
      new Request(`${ORIGIN}${callback}?${query}`, { headers: { cookie: cookieHeader(started.headers) } }),
    )
  }
  return { start, complete }
}

/** Returns the URL to which a browser or a script goes next. */
async function redirectUrl(response: Response): Promise<string> {
  return response.headers.get('location') ?? ((await response.clone().json()) as { url: string }).url
}

function form(path: string, fields: Record<string, string>, cookie = ''): Request {
  return new Request(`${ORIGIN}${path}`, {
    method: 'POST',
    headers: { ...OWN_FORM, cookie },
    body: new URLSearchParams(fields),
  })
}

function hasSession(response: unknown): void {
  const cookies = (response as Response).headers.getSetCookie()
  if (!cookies.some((cookie) => /session.token=[^;]{20,}/.test(cookie)))
    throw new Error(`No session: ${JSON.stringify(cookies)}`)
}

function deletesSession(response: unknown): void {
  const cookies = (response as Response).headers.getSetCookie()
  if (!cookies.some((cookie) => /session.token=;/.test(cookie)))
    throw new Error(`The session was not deleted: ${JSON.stringify(cookies)}`)
}

async function redirectsToGitHub(response: unknown): Promise<void> {
  const address = await redirectUrl(response as Response)
  if (!address.startsWith('https://github.com/login/oauth/authorize?'))
    throw new Error(`It redirects to ${address}`)
}
