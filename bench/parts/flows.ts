import { authCoreWithCookies, csrfOf } from '../subjects/auth-core.ts'
import { betterAuthOnSqlite, signInRequest as betterSignInRequest, post } from '../subjects/better-auth.ts'
import { answerAsGitHub } from '../subjects/github.ts'
import { latchkeyWithCookies, signInRequest } from '../subjects/latchkey.ts'
import { ANN, cookieHeader, ORIGIN, PASSWORD } from '../subjects/people.ts'
import type { Subject } from '../subjects/subject.ts'

const OWN_FORM = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }

/** A sign-in with a password that is compared as it is. */
export async function credentials(): Promise<Subject[]> {
  const own = await latchkeyWithCookies()
  const core = await authCoreWithCookies()
  const csrf = await csrfOf(core.handle)
  const better = await betterAuthOnSqlite()
  const body = { email: ANN.email, password: PASSWORD, csrfToken: csrf.token }
  const coreRequest = (): Request => form('/auth/callback/credentials', body, csrf.cookie)
  return [
    { library: 'latchkey', run: () => own.auth.handle(signInRequest()), check: hasSession },
    { library: '@auth/core', run: () => core.handle(coreRequest()), check: hasSession },
    {
      library: 'better-auth',
      variant: 'SQLite',
      run: () => better.auth.handler(betterSignInRequest()),
      check: hasSession,
    },
  ]
}

/** From the button to the address of GitHub. */
export async function oauthRedirect(): Promise<Subject[]> {
  const { own, core, better } = await gitHubApplications()
  return [
    { library: 'latchkey', run: own.begin, check: leadsToGitHub },
    { library: '@auth/core', run: core.begin, check: leadsToGitHub },
    { library: 'better-auth', variant: 'SQLite', run: better.begin, check: leadsToGitHub },
  ]
}

/** The whole way: to GitHub, and back with a code to a session. */
export async function oauthSignIn(): Promise<Subject[]> {
  const { own, core, better } = await gitHubApplications()
  return [
    { library: 'latchkey', run: own.whole, check: hasSession },
    { library: '@auth/core', run: core.whole, check: hasSession },
    { library: 'better-auth', variant: 'SQLite', run: better.whole, check: hasSession },
  ]
}

/** A sign-in with a password and the sign-out, which can be had once of each session. */
export async function signOut(): Promise<Subject[]> {
  const own = await latchkeyWithCookies()
  const core = await authCoreWithCookies()
  const csrf = await csrfOf(core.handle)
  const better = await betterAuthOnSqlite()
  const body = { email: ANN.email, password: PASSWORD, csrfToken: csrf.token }
  const inAndOut = async (
    signedIn: Promise<Response>,
    out: (cookie: string) => Promise<Response>,
  ): Promise<Response> => out(cookieHeader((await signedIn).headers))
  return [
    {
      library: 'latchkey',
      run: () =>
        inAndOut(own.auth.handle(signInRequest()), (cookie) =>
          own.auth.handle(form('/auth/signout', {}, cookie)),
        ),
      check: forgetsSession,
    },
    {
      library: '@auth/core',
      run: () =>
        inAndOut(core.handle(form('/auth/callback/credentials', body, csrf.cookie)), (cookie) =>
          core.handle(form('/auth/signout', { csrfToken: csrf.token }, `${cookie}; ${csrf.cookie}`)),
        ),
      check: forgetsSession,
    },
    {
      library: 'better-auth',
      variant: 'SQLite',
      run: () =>
        inAndOut(better.auth.handler(betterSignInRequest()), (cookie) =>
          better.auth.handler(post('sign-out', {}, cookie)),
        ),
      check: forgetsSession,
    },
  ]
}

interface Flow {
  readonly begin: () => Promise<Response>
  readonly whole: () => Promise<Response>
}

async function gitHubApplications(): Promise<{ own: Flow; core: Flow; better: Flow }> {
  const own = await latchkeyWithCookies()
  const core = await authCoreWithCookies()
  const csrf = await csrfOf(core.handle)
  const better = await betterAuthOnSqlite()
  answerAsGitHub()
  return {
    own: flow(
      (request) => own.auth.handle(request),
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
  const begin = async (): Promise<Response> => handle(request())
  const whole = async (): Promise<Response> => {
    const begun = await begin()
    const address = new URL(await addressIn(begun))
    const query = new URLSearchParams({
      code: 'a-code',
      state: address.searchParams.get('state') ?? '',
      iss: 'https://github.com/login/oauth',
    })
    return handle(
      new Request(`${ORIGIN}${callback}?${query}`, { headers: { cookie: cookieHeader(begun.headers) } }),
    )
  }
  return { begin, whole }
}

/** Where a browser or a script goes next. */
async function addressIn(response: Response): Promise<string> {
  return response.headers.get('location') ?? ((await response.clone().json()) as { url: string }).url
}

function form(path: string, fields: Record<string, string>, cookie = ''): Request {
  return new Request(`${ORIGIN}${path}`, {
    method: 'POST',
    headers: { ...OWN_FORM, cookie },
    body: new URLSearchParams(fields),
  })
}

function hasSession(answer: unknown): void {
  const cookies = (answer as Response).headers.getSetCookie()
  if (!cookies.some((cookie) => /session.token=[^;]{20,}/.test(cookie)))
    throw new Error(`No session: ${JSON.stringify(cookies)}`)
}

function forgetsSession(answer: unknown): void {
  const cookies = (answer as Response).headers.getSetCookie()
  if (!cookies.some((cookie) => /session.token=;/.test(cookie)))
    throw new Error(`The session stays: ${JSON.stringify(cookies)}`)
}

async function leadsToGitHub(answer: unknown): Promise<void> {
  const address = await addressIn(answer as Response)
  if (!address.startsWith('https://github.com/login/oauth/authorize?'))
    throw new Error(`It leads to ${address}`)
}
