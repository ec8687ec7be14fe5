import { Application, ORIGIN, PASS_THROUGH } from '../application.ts'
import { database } from '../database.ts'
import { createIdp, type Idp, oauth, oidc, signInAt } from '../identity-provider.ts'
import type { Configuration, Fields, Library } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'

type ProviderOf = (library: Library, idp: Idp) => unknown
type Act = (app: Application, idp: Idp, library: Library) => Promise<unknown>

function scenario(
  name: string,
  provider: ProviderOf,
  act: Act,
  config: () => Configuration = () => ({}),
): Scenario {
  return {
    name: `provider: ${name}`,
    run: async (library) => {
      const idp = createIdp()
      const app = new Application(library, {
        config: {
          providers: [provider(library, idp)],
          callbacks: PASS_THROUGH,
          ...config(),
        },
      })
      await act(app, idp, library)
      return app.record
    },
  }
}

const signIn: Act = async (app, idp) => {
  await signInAt(app, idp)
  await app.get('reads the session', '/session')
}

/** Signs in, and records the requests that the provider got. */
const signInAndObserve: Act = async (app, idp) => {
  await signInAt(app, idp)
  app.observe('requests to the provider', idp.requests)
  const [request] = idp.tokenRequests
  app.observe('request to the token endpoint', {
    authorization: request?.authorization,
    ...Object.fromEntries(request?.body ?? []),
    code_verifier: request?.body.has('code_verifier'),
    client_secret: request?.body.has('client_secret'),
  })
}

const plain: ProviderOf = (library, idp) => oidc(library, idp)
const oidcWith =
  (options: object): ProviderOf =>
  (library, idp) =>
    oidc(library, idp, options)
const oauthWith =
  (options: object): ProviderOf =>
  (library, idp) =>
    oauth(library, idp, options)
const profile = ({ sub, name, email }: Fields): Fields => ({ id: sub, name, email, role: 'admin' })
const refuse = (): never => {
  throw new Error('no profile')
}

/** Starts a sign-in, and returns to the callback with a changed query. */
const returnWith =
  (change: (query: URLSearchParams) => void): Act =>
  async (app, idp) => {
    const started = await app.post('starts the sign-in', '/signin/idp', { callbackUrl: '/after' })
    const callback = idp.agree(started.headers.get('location') ?? '')
    change(callback.searchParams)
    await app.get('returns from the provider', callback.href)
  }

const start: Act = async (app) => {
  await app.post('a browser starts the sign-in', '/signin/idp', { callbackUrl: '/after' })
  await app.postByScript('a script starts the sign-in', '/signin/idp', { callbackUrl: '/after' })
}

export const OAUTH: readonly Scenario[] = [
  scenario('OpenID Connect', plain, signIn),
  scenario('OpenID Connect, no callbacks', plain, signIn, () => ({ callbacks: {} })),
  scenario('requests to the provider', plain, signInAndObserve),
  scenario('all checks', oidcWith({ checks: ['pkce', 'state', 'nonce'] }), start),
  scenario('default checks', plain, start),
  scenario('OAuth with a userinfo endpoint', oauthWith({ profile }), signIn),
  scenario('OAuth, requests to the provider', oauthWith({ profile }), signInAndObserve),
  scenario(
    'userinfo.request',
    oauthWith({
      profile,
      userinfo: {
        request: ({ tokens, provider }: Fields) => ({
          sub: 'ann',
          name: `${(tokens as Fields).token_type} ${(provider as Fields).id}`,
        }),
      },
    }),
    signIn,
  ),
  scenario(
    'token.conform',
    (library, idp) =>
      oauth(library, idp, {
        profile,
        token: {
          url: `${idp.issuer}/token`,
          conform: async (response: Response) =>
            Response.json({ ...((await response.json()) as object), scope: 'changed' }),
        },
      }),
    signIn,
  ),
  scenario('idToken: false', oidcWith({ idToken: false }), signIn),
  scenario(
    'scope and other parameters',
    oidcWith({ authorization: { params: { scope: 'openid email', prompt: 'consent' } } }),
    start,
  ),
  scenario('parameters of the request', plain, async (app) => {
    await app.post('starts the sign-in', '/signin/idp?login_hint=ann&scope=openid', { callbackUrl: '/after' })
  }),
  scenario(
    'authorization as a URL with a query',
    (library, idp) =>
      oauth(library, idp, { profile, authorization: `${idp.issuer}/authorize?audience=api&scope=read` }),
    start,
  ),
  scenario(
    'response_mode form_post',
    oidcWith({ authorization: { params: { response_mode: 'form_post' } } }),
    start,
  ),
  scenario('a profile function', oidcWith({ profile }), signIn),
  scenario('a profile without an id', oidcWith({ profile: ({ name }: Fields) => ({ name }) }), signIn),
  scenario('a numeric id in the profile', oidcWith({ profile: () => ({ id: 7, name: 'Ann' }) }), signIn),
  scenario('a profile function that throws', oidcWith({ profile: refuse }), signIn),
  scenario(
    'an account function',
    oidcWith({ account: ({ access_token }: Fields) => ({ access_token }) }),
    signIn,
    () => ({ adapter: database() }),
  ),
  scenario(
    'the user cancels at the provider',
    plain,
    returnWith((query) => {
      query.delete('code')
      query.set('error', 'access_denied')
    }),
  ),
  scenario(
    'a wrong state',
    oidcWith({ checks: ['pkce', 'state'] }),
    returnWith((query) => query.set('state', 'x')),
  ),
  scenario(
    'no code',
    plain,
    returnWith((query) => query.delete('code')),
  ),
  scenario(
    'a code that the provider rejects',
    plain,
    returnWith((query) => query.set('code', 'x')),
  ),
  scenario('a callback without cookies', oidcWith({ checks: ['pkce', 'state'] }), async (app, idp) => {
    const started = await app.post('starts the sign-in', '/signin/idp')
    const callback = idp.agree(started.headers.get('location') ?? '')
    const response = await app.fetch(new Request(callback, { headers: { accept: 'text/html' } }))
    app.observe('status', response.status)
    app.observe('target', response.headers.get('location')?.replace(/reference=.*/, 'reference=<random>'))
  }),
  scenario(
    'a provider that does not respond',
    (library, idp) => {
      idp.faults.respond = () => Promise.reject(new TypeError('fetch failed'))
      return oidc(library, idp)
    },
    start,
  ),
  scenario('a wrong nonce', oidcWith({ checks: ['nonce', 'pkce'] }), async (app, idp) => {
    idp.faults.claims = { nonce: 'x' }
    await signInAt(app, idp)
  }),
  scenario('the signIn callback returns false', plain, signIn, () => ({
    callbacks: { ...PASS_THROUGH, signIn: () => false },
  })),
  scenario('the signIn callback returns a path', plain, signIn, () => ({
    callbacks: { ...PASS_THROUGH, signIn: () => '/invite' },
  })),
  scenario('the signIn callback throws', plain, signIn, () => ({
    callbacks: { ...PASS_THROUGH, signIn: refuse },
  })),
  scenario('the jwt callback throws', plain, signIn, () => ({ callbacks: { ...PASS_THROUGH, jwt: refuse } })),
  scenario('events that throw', plain, signIn, () => ({ events: { signIn: refuse } })),
  scenario('an unknown provider', plain, async (app) => {
    await app.post('starts the sign-in', '/signin/other')
    await app.get('returns from the provider', '/callback/other?code=x')
  }),
  scenario('no client id', oidcWith({ clientId: undefined }), async (app) => {
    await app.get('lists the providers', '/providers')
    await app.get('reads the session', '/session')
    await app.post('starts the sign-in', '/signin/idp')
  }),
  scenario(
    'the same user id at the next sign-in',
    plain,
    async (app, idp) => {
      const ids: unknown[] = []
      for (const step of ['first: ', 'second: ']) {
        await signInAt(app, idp, { step })
        const record = (await (await app.browser.get(`${app.base}/session`)).json()) as {
          user: { id?: unknown }
        }
        ids.push(record.user.id)
      }
      app.observe('same id', ids[0] === ids[1])
    },
    () => ({
      callbacks: {
        ...PASS_THROUGH,
        session: ({ session, token }) => ({ ...session, user: { id: token.sub } }),
      },
    }),
  ),
  scenario('the origin in the callback URL', plain, async (app, idp) => {
    await signInAt(app, idp, { fields: { callbackUrl: `${ORIGIN}/after?tab=1` } })
  }),
]
