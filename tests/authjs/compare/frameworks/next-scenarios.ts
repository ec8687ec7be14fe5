import { readFileSync } from 'node:fs'
import type { FrameworkScenario } from './framework-scenario.ts'

/** The names of the server actions of the probe. */
const TABLE = new URL('../probes/next/lib/action-table.ts', import.meta.url)
const ACTIONS = [...readFileSync(TABLE, 'utf8').matchAll(/^ {2}(?:'([^']+)'|(\w+)): /gm)].map(
  ([, quoted, name]) => quoted ?? name ?? '',
)

const FORM = { email: 'ann@example.com', password: 'right', redirectTo: '/after' }

/** Fields of the forms that an action passes to `signIn`. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'signIn with a form': FORM,
  'signIn with a form, redirect false': { ...FORM, redirect: 'false' },
  'signIn with a provider, a form': FORM,
}

const ACTION: FrameworkScenario[] = ACTIONS.flatMap((action) => [
  {
    name: `server action: ${action}, signed out`,
    run: async (probe) => {
      const fields = FIELDS[action] ?? {}
      await probe.submitAction('runs', '/actions', { action, ...fields })
      await probe.open('afterwards', '/session/usual')
    },
  },
  ...(/^signIn/.test(action)
    ? []
    : [
        {
          name: `server action: ${action}, signed in`,
          run: async (probe: Parameters<FrameworkScenario['run']>[0]) => {
            await probe.signedIn()
            await probe.submitAction('runs', '/actions', { action })
            await probe.open('afterwards', '/session/usual')
          },
        },
      ]),
])

const AS_USER = [
  ['signed out', false],
  ['signed in', true],
] as const

const SESSION: FrameworkScenario[] = AS_USER.map(([user, isSignedIn]) => ({
  name: `reads the session, ${user}`,
  run: async (probe) => {
    if (isSignedIn) await probe.signedIn()
    await probe.open('server component and metadata', '/page-with-session')
    await probe.open('server component, RSC', '/page-with-session', { headers: { rsc: '1' } })
    for (const reader of ['usual', 'lazy', 'no-secret', 'untrusted'])
      await probe.open(`route handler, ${reader}`, `/session/${reader}`)
    await probe.open('API route', '/api/me')
    await probe.open('API route without a secret', '/api/me?broken=1')
    await probe.open('getServerSideProps', '/server-side')
    await probe.open('getToken in a route', '/token')
    await probe.open('getToken in a proxy', '/proxy-token')
    for (const result of ['json', 'redirect', 'cookie', 'throws', 'unknown']) {
      await probe.open(`wrapped route, ${result}`, `/wrapped-route/${result}?a=1`)
    }
    await probe.submit('wrapped route, POST', '/wrapped-route/body', { a: '1' })
    await probe.open('wrapped route, HEAD', '/wrapped-route/json', { method: 'HEAD' })
  },
}))

const WRAPPED = [
  'json',
  'response',
  'cookie',
  'next',
  'rewrite',
  'redirect',
  'see-other',
  'throws',
  'null',
  'undefined',
]
const OTHER_PROXIES = ['lazy', 'no-secret', 'untrusted', 'members']

const PROXY: FrameworkScenario[] = AS_USER.map(([user, isSignedIn]) => ({
  name: `wrapped proxy, ${user}`,
  run: async (probe) => {
    if (isSignedIn) await probe.signedIn()
    for (const result of WRAPPED) await probe.open(result, `/wrapped/${result}?a=1`)
    await probe.submit('next, POST', '/wrapped/next', { a: '1' })
    await probe.open('json, HEAD', '/wrapped/json', { method: 'HEAD' })
    for (const name of OTHER_PROXIES) await probe.open(`${name} configuration`, `/wrapped-${name}/no`)
    await probe.open('authorized returns a response', '/wrapped-members/forbidden')
    await probe.open('authorized throws', '/wrapped-members/throws')
    for (const name of ['lazy', 'plain', 'no-secret', 'untrusted'])
      await probe.open(`auth as proxy, ${name} configuration`, `/proxy-${name}/page`)
  },
}))

const VERDICTS = [
  'yes',
  'no',
  'session',
  'forbidden',
  'json',
  'away',
  'itself',
  'text',
  'throws',
  'undefined',
]

const RSC = { rsc: '1', accept: '*/*' }

const AUTHORIZED: FrameworkScenario[] = ['members', 'custom'].flatMap((name) =>
  AS_USER.map(([user, isSignedIn]) => ({
    name: `authorized, ${name === 'members' ? 'built-in pages' : 'own pages'}, ${user}`,
    run: async (probe) => {
      if (isSignedIn) await probe.signedIn()
      const page = `/${name}/pages`
      for (const verdict of VERDICTS) await probe.open(`page, ${verdict}`, `${page}/${verdict}?tab=1`)
      for (const verdict of ['no', 'forbidden', 'away']) {
        await probe.open(`RSC, ${verdict}`, `${page}/${verdict}`, { headers: RSC })
        await probe.open(`HEAD, ${verdict}`, `${page}/${verdict}`, { method: 'HEAD' })
        await probe.submit(`POST, ${verdict}`, `${page}/${verdict}`, { a: '1' })
        await probe.submit(
          `server action, ${verdict}`,
          `${page}/${verdict}`,
          { a: '1' },
          { 'next-action': 'a' },
        )
      }
      if (name === 'members') return
      for (const verdict of VERDICTS) {
        await probe.open(`sign-in page, ${verdict}`, `/custom/login?authorized=${verdict}`)
        await probe.open(`error page, ${verdict}`, `/custom/failed?authorized=${verdict}`)
      }
    },
  })),
)

/** The endpoints are in the matcher of the proxy. */
const AUTHORIZED_ENDPOINTS: FrameworkScenario[] = AS_USER.map(([user, isSignedIn]) => ({
  name: `authorized at the endpoints, ${user}`,
  run: async (probe) => {
    if (isSignedIn) await probe.signedIn()
    for (const endpoint of ['session', 'providers', 'csrf', 'signin', 'signout', 'error', 'verify-request'])
      for (const verdict of VERDICTS)
        await probe.ask(`${endpoint}, ${verdict}`, `/members/auth/${endpoint}?authorized=${verdict}`)
  },
}))

const ENDPOINTS: FrameworkScenario[] = ['/api/auth', '/lazy/auth', '/no-secret/auth', '/untrusted/auth'].map(
  (base) => ({
    name: `endpoints, ${base}`,
    run: async (probe) => {
      for (const path of ['session', 'providers', 'csrf', 'signin', 'signout', 'error', 'verify-request']) {
        await probe.open(`GET ${path}`, `${base}/${path}`)
        await probe.open(`HEAD ${path}`, `${base}/${path}`, { method: 'HEAD' })
      }
      for (const path of ['', '/unknown', '/callback/idp', '/callback/credentials', '/signin/idp'])
        await probe.open(`GET ${path}`, `${base}${path}`)
      await probe.open('GET callback/idp, cancelled', `${base}/callback/idp?error=access_denied`)
      for (const method of ['PUT', 'DELETE', 'OPTIONS'])
        await probe.open(`${method} session`, `${base}/session`, { method })
      const { csrfToken = '' } = (await (
        await probe.browser.get(`${probe.origin}${base}/csrf`)
      )
        .json()
        .catch(() => ({}))) as { csrfToken?: string }
      const RIGHT = { email: 'ann@example.com', password: 'right', csrfToken, callbackUrl: '/after' }
      await probe.submit('POST signin/idp', `${base}/signin/idp`, { csrfToken, callbackUrl: '/after' })
      await probe.submit('POST signin/github', `${base}/signin/github`, { csrfToken, callbackUrl: '/after' })
      await probe.submit('POST signin/mail', `${base}/signin/mail`, {
        csrfToken,
        callbackUrl: '/after',
        email: 'cat@example.com',
      })
      await probe.submit('POST callback/credentials', `${base}/callback/credentials`, RIGHT)
      await probe.open('GET session, signed in', `${base}/session`)
      await probe.submit('POST signout', `${base}/signout`, { csrfToken, callbackUrl: '/after' })
    },
  }),
)

export const NEXT: readonly FrameworkScenario[] = [
  ...ENDPOINTS,
  ...SESSION,
  ...ACTION,
  ...PROXY,
  ...AUTHORIZED,
  ...AUTHORIZED_ENDPOINTS,
].map(({ name, run }) => ({ name: `Next.js: ${name}`, run }))
