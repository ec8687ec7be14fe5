import { COPY } from './walk-hooks.mjs'
import { agree, CLIENT, fetchFromProvider, ISSUER, linkInMail } from './walk-provider.mjs'

/** @typedef {Awaited<ReturnType<typeof loadLibrary>>} Library */

/**
 * Makes the earlier requests of a flow with one copy of the library. Returns the call that is
 * measured: to a new application with the other copy. The call throws when it has another outcome.
 *
 * @typedef {(libraries: { before: Library, measured: Library }) => Promise<() =>
 *   Promise<unknown>>} Flow
 */

globalThis.fetch = fetchFromProvider

const ORIGIN = 'https://app.example'
const SECRET = 'a secret for the walks, with more than 32 characters'
const PASSWORD = 'correct horse battery staple'
const USER = { id: 'ann', name: 'Ann', email: 'ann@example.com', image: null }

/**
 * Loads the library.
 *
 * @param {{ isCopy: boolean }} options whether to load the second copy
 */
export async function loadLibrary({ isCopy }) {
  const suffix = isCopy ? COPY : ''
  const [core, memory, oidc, credentials, resend] = await Promise.all([
    import(`latchkey${suffix}`),
    import(`latchkey/adapters/memory${suffix}`),
    import(`latchkey/providers/oidc${suffix}`),
    import(`latchkey/providers/credentials${suffix}`),
    import(`latchkey/providers/resend${suffix}`),
  ])
  const providers = [
    oidc.default({ id: 'acme', name: 'Acme', issuer: ISSUER, ...CLIENT }),
    resend.default({ from: 'Example <no-reply@app.example>', apiKey: 'a key' }),
    credentials.default({
      credentials: { email: {}, password: {} },
      authorize: (/** @type {{ password: string }} */ { password }) => (password === PASSWORD ? USER : null),
    }),
  ]
  return {
    memory: memory.default,
    /** @param {object} options of the configuration */
    application: (options) =>
      core.createAuth({
        secret: SECRET,
        trustHost: true,
        logger: { error: fail, warn: () => {} },
        providers: providers.filter(({ type }) => 'adapter' in options || type !== 'email'),
        ...options,
      }),
  }
}

/** @type {Readonly<Record<string, Flow>>} */
export const FLOWS = {
  'oauth-redirect': async ({ measured }) => {
    const application = measured.application({})
    return async () => expectRedirect(await application.handle(form('/signin/acme')), `${ISSUER}/authorize?`)
  },
  'oauth-callback-new': async ({ before, measured }) => {
    const options = { adapter: before.memory() }
    const start = await before.application(options).handle(form('/signin/acme'))
    const application = measured.application(options)
    return async () => expectSession(await application.handle(callback(start)))
  },
  'oauth-callback-known': async ({ before, measured }) => {
    const options = { adapter: before.memory() }
    const earlier = before.application(options)
    await earlier.handle(callback(await earlier.handle(form('/signin/acme'))))
    const start = await earlier.handle(form('/signin/acme'))
    const application = measured.application(options)
    return async () => expectSession(await application.handle(callback(start)))
  },
  'session-jwt': async ({ before, measured }) => {
    const headers = cookiesOf(await before.application({}).handle(credentials()))
    const application = measured.application({})
    return async () => expectUser(await application.session({ headers }))
  },
  'session-database': async ({ before, measured }) => {
    const options = { adapter: before.memory() }
    const earlier = before.application(options)
    const headers = cookiesOf(await earlier.handle(callback(await earlier.handle(form('/signin/acme')))))
    const application = measured.application(options)
    return async () => expectUser(await application.session({ headers }))
  },
  'email-request': async ({ before, measured }) => {
    const application = measured.application({ adapter: before.memory() })
    return async () => expectRedirect(await application.handle(linkForm()), `${ORIGIN}/auth/verify-request?`)
  },
  'email-open': async ({ before, measured }) => {
    const options = { adapter: before.memory() }
    const start = await before.application(options).handle(linkForm())
    const application = measured.application(options)
    const request = new Request(linkInMail(), { headers: cookiesOf(start) })
    return async () => expectSession(await application.handle(request))
  },
  credentials: async ({ measured }) => {
    const application = measured.application({})
    return async () => expectSession(await application.handle(credentials()))
  },
  'sign-out': async ({ before, measured }) => {
    const options = { adapter: before.memory() }
    const earlier = before.application(options)
    const signedIn = await earlier.handle(callback(await earlier.handle(form('/signin/acme'))))
    const application = measured.application(options)
    const request = form('/signout', {}, cookiesOf(signedIn))
    return async () => expectNoSession(await application.handle(request))
  },
}

/**
 * A request that a form on one of the library's pages sends.
 *
 * @param {string} path
 * @param {Record<string, string>} [fields]
 * @param {Headers} [headers]
 */
function form(path, fields = {}, headers = new Headers()) {
  const all = new Headers(headers)
  all.set('origin', ORIGIN)
  all.set('sec-fetch-site', 'same-origin')
  return new Request(`${ORIGIN}/auth${path}`, {
    method: 'POST',
    headers: all,
    body: new URLSearchParams(fields),
  })
}

function linkForm() {
  return form('/signin/resend', { email: USER.email })
}

function credentials() {
  return form('/callback/credentials', { email: USER.email, password: PASSWORD })
}

/** The request with which the browser returns from the provider. @param {Response} start */
function callback(start) {
  return new Request(agree(start.headers.get('location') ?? ''), { headers: cookiesOf(start) })
}

/** The cookies of a response, as a browser sends them back. @param {Response} response */
function cookiesOf(response) {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  return new Headers({ cookie: cookies.join('; '), host: 'app.example', 'x-forwarded-proto': 'https' })
}

/**
 * @param {Response} response
 * @param {string} address how the address begins
 */
function expectRedirect({ status, headers }, address) {
  const location = headers.get('location')
  if (!location?.startsWith(address))
    throw new Error(`${status} with the location ${location}, not ${address}`)
}

/** @param {Response} response */
function expectSession(response) {
  expectRedirect(response, ORIGIN)
  const cookies = response.headers.getSetCookie()
  if (!cookies.some((cookie) => /session-token=[^;]{20,}/.test(cookie)))
    throw new Error(`There is no session: ${cookies.join(', ')}`)
}

/** @param {Response} response */
function expectNoSession(response) {
  expectRedirect(response, ORIGIN)
  const cookies = response.headers.getSetCookie()
  if (!cookies.some((cookie) => /session-token=;/.test(cookie)))
    throw new Error(`The session has not ended: ${cookies.join(', ')}`)
}

/** @param {{ session: { user?: { name?: string | null } } | null }} result */
function expectUser({ session }) {
  if (session?.user?.name !== USER.name) throw new Error('There is no session.')
}

/** @param {unknown} error */
function fail(error) {
  throw error
}
