import type { FrameworkScenario } from './framework-scenario.ts'

const FORM = { providerId: 'credentials', email: 'ann@example.com', password: 'right' }
const as = (email: string) => ({ ...FORM, email: `${email}@example.com` })
const WRONG = { ...as('bob'), password: 'wrong' }

/** Fields of the form of a sign-in, by what the scenario shows. */
const SIGN_INS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a password': FORM,
  'a password, redirectTo': { ...FORM, redirectTo: '/after?tab=1' },
  'a password, callbackUrl': { ...FORM, callbackUrl: '/after' },
  'a password, redirectTo another origin': { ...FORM, redirectTo: 'https://other.test/after' },
  'a password, redirect false': { ...FORM, redirectTo: '/after', redirect: 'false' },
  'more fields': { ...FORM, remember: 'on' },
  'a wrong password': WRONG,
  'a code': as('locked'),
  'authorize throws': as('fault'),
  'a denied user': as('denied'),
  'a user who is sent elsewhere': as('elsewhere'),
  'no provider': {},
  'no provider, redirectTo': { redirectTo: '/after' },
  'an unknown provider': { providerId: 'nobody' },
  'an unknown provider, redirectTo': { providerId: 'nobody', redirectTo: '/after' },
  'a provider': { providerId: 'idp' },
  'a provider, redirectTo': { providerId: 'idp', redirectTo: '/after' },
  'a provider, parameters': {
    providerId: 'idp',
    'authorizationParams-prompt': 'login',
    'authorizationParams-login_hint': 'ann',
  },
  'a provider, a scope': { providerId: 'idp', 'authorizationParams-scope': 'everything' },
  'a provider without a client id': { providerId: 'github' },
  'an e-mail': { providerId: 'mail', email: 'ann@example.com' },
  'an e-mail, redirectTo': { providerId: 'mail', email: 'ann2@example.com', redirectTo: '/after' },
  'an e-mail of a denied user': { providerId: 'mail', email: 'denied@example.com' },
  'an e-mail that cannot be sent': { providerId: 'mail', email: 'bounce@example.com' },
  'an e-mail, no address': { providerId: 'mail' },
}

const SIGN_OUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no fields': {},
  redirectTo: { redirectTo: '/bye?tab=1' },
  callbackUrl: { callbackUrl: '/bye' },
  'redirectTo another origin': { redirectTo: 'https://other.test/bye' },
  'redirect false': { redirect: 'false', redirectTo: '/bye' },
}

/** How an action calls `signIn` and `signOut`: as it is exported, or in a function. */
const SIGN_IN: FrameworkScenario[] = Object.entries(SIGN_INS).map(([what, fields]) => ({
  name: `signIn with ${what}`,
  run: async (probe) => {
    await probe.submit('in an action', '/actions?/signIn', fields)
    await probe.open('afterwards', '/session')
    await probe.submit('by a script', '/actions?/signIn', fields, SCRIPT)
  },
}))

/** What `use:enhance` sends. */
const SCRIPT = { 'x-sveltekit-action': 'true', accept: 'application/json' }

const SIGN_OUT: FrameworkScenario[] = Object.entries(SIGN_OUTS).flatMap(([what, fields]) =>
  ['signed out', 'signed in'].map((user) => ({
    name: `signOut with ${what}, ${user}`,
    run: async (probe) => {
      if (user === 'signed in') await probe.signedIn()
      await probe.submit('in an action', '/actions?/signOut', fields)
      await probe.open('afterwards', '/session')
    },
  })),
)

const DEFAULT_ACTIONS: FrameworkScenario = {
  name: 'signIn and signOut as default actions',
  run: async (probe) => {
    const page = { referer: `${probe.origin}/signin?tab=1` }
    await probe.submit('signs in', '/signin', FORM, page)
    await probe.submit('signs in, wrong password', '/signin', { ...WRONG, email: 'cat@example.com' }, page)
    await probe.submit('signs in with a provider', '/signin', { providerId: 'idp' }, page)
    await probe.submit('without a provider', '/signin', {}, page)
    await probe.submit('signs out', '/signout', {}, page)
    await probe.submit('signs in, without a referrer', '/signin', FORM)
    await probe.submit('signs out, without a referrer', '/signout')
  },
}

const OTHER_CONFIGURATIONS: FrameworkScenario[] = ['lazy', 'noSecret', 'untrusted'].map((name) => ({
  name: `configuration ${name}`,
  run: async (probe) => {
    probe.browser.plant(probe.origin, 'configuration', name)
    await probe.open('reads the session', '/session')
    await probe.open('a page with the session', '/page-with-session')
    await probe.open('a page', '/')
    for (const path of ['session', 'providers', 'csrf', 'signin', 'error'])
      await probe.open(`GET ${path}`, `/auth/${path}`)
    await probe.submit('signIn', `/actions?/${name}SignIn`, FORM)
    await probe.submit('signIn with a provider', `/actions?/${name}SignIn`, { providerId: 'idp' })
    await probe.submit('signOut', `/actions?/${name}SignOut`)
    await probe.submit('POST callback/credentials', '/auth/callback/credentials', FORM)
    await probe.submit('POST signout', '/auth/signout')
  },
}))

const SESSION: FrameworkScenario[] = ['signed out', 'signed in'].map((user) => ({
  name: `reads the session, ${user}`,
  run: async (probe) => {
    if (user === 'signed in') await probe.signedIn()
    await probe.open('endpoint of the application', '/session')
    await probe.open('endpoint of the application, POST', '/session', {
      method: 'POST',
      headers: { origin: probe.origin, 'content-type': 'application/json' },
      body: '{}',
    })
    await probe.open('endpoint of the application, HEAD', '/session', { method: 'HEAD' })
    await probe.open('load function', '/page-with-session')
    await probe.open('data request', '/page-with-session/__data.json')
  },
}))

const ENDPOINTS: FrameworkScenario = {
  name: 'endpoints',
  run: async (probe) => {
    for (const path of ['session', 'providers', 'csrf', 'signin', 'signout', 'error', 'verify-request']) {
      await probe.open(`GET ${path}`, `/auth/${path}`)
      await probe.open(`HEAD ${path}`, `/auth/${path}`, { method: 'HEAD' })
    }
    for (const path of ['', '/unknown', '/callback/idp', '/callback/credentials', '/signin/idp'])
      await probe.open(`GET ${path}`, `/auth${path}`)
    await probe.open('GET callback/idp, cancelled', '/auth/callback/idp?error=access_denied')
    for (const method of ['PUT', 'DELETE', 'OPTIONS'])
      await probe.open(`${method} session`, '/auth/session', { method })
    await probe.submit('POST signin/idp', '/auth/signin/idp', { callbackUrl: '/after' })
    await probe.submit('POST signin/github', '/auth/signin/github', { callbackUrl: '/after' })
    await probe.submit('POST signin/mail', '/auth/signin/mail', {
      email: 'cat@example.com',
      callbackUrl: '/after',
    })
    await probe.submit('POST callback/credentials', '/auth/callback/credentials', {
      ...FORM,
      callbackUrl: '/after',
    })
    await probe.open('GET session, signed in', '/auth/session')
    await probe.submit('POST signout', '/auth/signout', { callbackUrl: '/after' })
  },
}

const COMPONENTS: FrameworkScenario = {
  name: 'components',
  run: async (probe) => {
    const html = await (await probe.browser.get(`${probe.origin}/components`)).text()
    for (const [, id = '', content = ''] of html.matchAll(/<section id="([^"]*)">([\s\S]*?)<\/section>/g))
      probe.observe(id, formIn(content))
  },
}

/** Describes what a form sends, and the text of its button. */
function formIn(html: string): unknown {
  const [, attributes = '', content = ''] = /<form\b([^>]*)>([\s\S]*)<\/form>/.exec(html) ?? []
  const fields = [...content.matchAll(/<input\b([^>]*)>/g)].map(([, input = '']) => {
    const value = readAttribute(input, 'value')
    return [
      readAttribute(input, 'name') ?? '',
      `${readAttribute(input, 'type')}${value === undefined ? '' : ` ${value}`}`,
    ]
  })
  const [, button = ''] = /<button\b[^>]*>([\s\S]*?)<\/button>/.exec(content) ?? []
  return {
    method: readAttribute(attributes, 'method'),
    action: readAttribute(attributes, 'action'),
    class: readAttribute(attributes, 'class')?.trim(),
    id: readAttribute(attributes, 'id'),
    area: readAttribute(attributes, 'data-area'),
    fields: Object.fromEntries(fields),
    button: button
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

function readAttribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
}

export const SVELTEKIT: readonly FrameworkScenario[] = [
  ENDPOINTS,
  ...SESSION,
  ...SIGN_IN,
  ...SIGN_OUT,
  DEFAULT_ACTIONS,
  ...OTHER_CONFIGURATIONS,
  COMPONENTS,
].map(({ name, run }) => ({ name: `SvelteKit: ${name}`, run }))
