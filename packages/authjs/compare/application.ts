import memory from 'latchkey/adapters/memory'
import { Browser, type Site } from '../../latchkey/test/kit/browser.ts'
import { createIdp, type Idp } from '../../latchkey/test/kit/idp.ts'
import { describeResponse } from './describe-response.ts'
import { type Configuration, configurationFor, type Functions, type Library } from './libraries.ts'
import { normalize, type Plain } from './normalize.ts'
import { Recorder } from './recorder.ts'

export const ORIGIN = 'https://app.test'
export const SECRET = 'a secret that is long enough for every test here'

const EVENTS = ['createUser', 'updateUser', 'linkAccount', 'signIn', 'signOut', 'session']

/** The callbacks that every application may have, as they are by default. */
export const PASS_THROUGH: Functions = {
  signIn: () => true,
  jwt: ({ token }) => token,
  session: ({ session }) => session,
}

/** The methods of an adapter for Auth.js, in the order of its documentation. */
const ADAPTER_METHODS = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'deleteUser',
  'linkAccount',
  'unlinkAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
  'createVerificationToken',
  'useVerificationToken',
] as const

/** Returns a database with the methods that the published adapters have. */
export function database(): Functions {
  const adapter = memory() as unknown as Functions
  return Object.fromEntries(ADAPTER_METHODS.map((name) => [name, adapter[name] as Functions[string]]))
}

export interface ApplicationOptions {
  readonly origin?: string
  /** Options that replace those of the application. `callbacks` are recorded. */
  readonly config?: Configuration
  /** The application that this one replaces: its users continue with their cookies. */
  readonly replaces?: Application
}

/**
 * An application with one of the libraries, a browser, and a record of what both do.
 */
export class Application implements Site {
  readonly library: Library
  readonly origin: string
  readonly base: string
  readonly config: Configuration
  readonly recorder: Recorder = new Recorder()
  readonly record: Record<string, Plain> = {}
  readonly browser: Browser
  #csrfToken: string | undefined
  /** The application that the browser reaches. */
  readonly #site: { current: Application }

  constructor(library: Library, { config = {}, replaces, ...options }: ApplicationOptions) {
    const { recorder } = this
    const listeners = Object.fromEntries(EVENTS.map((name) => [name, () => undefined]))
    const { adapter } = config
    const origin = replaces?.origin ?? options.origin ?? ORIGIN
    this.library = library
    this.origin = origin
    this.base = `${origin}${config.basePath ?? '/auth'}`
    this.config = configurationFor(library, {
      secret: SECRET,
      trustHost: true,
      basePath: '/auth',
      logger: {
        error: (error: Error) => recorder.add('log', `error ${typeOf(error)}`, null),
        warn: (code: string) => recorder.add('log', `warning ${code}`, null),
        debug: () => undefined,
      },
      ...config,
      ...(config.callbacks && { callbacks: recorder.wrap('callbacks', config.callbacks) }),
      events: recorder.wrap('events', { ...listeners, ...config.events }),
      ...(adapter && { adapter: recorder.wrap('adapter', adapter as Functions) }),
    })
    this.#site = replaces === undefined ? { current: this } : replaces.#site
    this.#site.current = this
    const site = this.#site
    this.browser =
      replaces?.browser ?? new Browser({ origin, fetch: (request) => site.current.fetch(request) })
  }

  fetch(request: Request): Promise<Response> {
    return this.library.handle(request, this.config)
  }

  /** Opens a path below the base path, and records what happens. */
  async get(step: string, path: string, headers?: Record<string, string>): Promise<Response> {
    return this.#see(step, path, await this.browser.get(this.#url(path), headers))
  }

  /** Submits a form with the CSRF token, as browsers and clients of Auth.js do. */
  async post(
    step: string,
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const csrfToken = await this.csrfToken()
    this.recorder.take()
    return this.#see(step, path, await this.browser.post(this.#url(path), { csrfToken, ...fields }, headers))
  }

  /** Submits a form like `signIn` and `signOut` of the browser clients. */
  postByScript(step: string, path: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.post(step, path, fields, { 'x-auth-return-redirect': '1', accept: '*/*' })
  }

  /** Sends JSON, as `update` of the browser clients does. */
  async postJson(step: string, path: string, data: Record<string, unknown>): Promise<Response> {
    const csrfToken = await this.csrfToken()
    this.recorder.take()
    const response = await this.browser.send(this.#url(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.origin, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ csrfToken, ...data }),
    })
    return this.#see(step, path, response)
  }

  /** Sends any request, and records what happens. */
  async send(step: string, path: string, init: RequestInit): Promise<Response> {
    return this.#see(step, path, await this.browser.send(this.#url(path), init))
  }

  /** Returns the CSRF token of the browser, which the first call requests. */
  async csrfToken(): Promise<string> {
    this.#csrfToken ??= (
      (await (await this.browser.get(`${this.base}/csrf`)).json()) as { csrfToken: string }
    ).csrfToken
    return this.#csrfToken
  }

  /** Records a value that is not part of a response. */
  observe(step: string, value: unknown): void {
    this.#store(step, { value: normalize(value), ...this.recorder.take() })
  }

  #url(path: string): string {
    return path.startsWith('http') ? path : `${this.base}${path}`
  }

  async #see(step: string, path: string, response: Response): Promise<Response> {
    const described = (await describeResponse(response.clone(), this.#url(path))) as object
    this.#store(step, { ...described, ...this.recorder.take() })
    return response
  }

  #store(step: string, observation: Plain): void {
    if (step in this.record) throw new Error(`Two steps have the name “${step}”.`)
    this.record[step] = observation
  }
}

function typeOf(error: Error): string {
  const { type, code } = error as { type?: string; code?: string }
  return `${type ?? error.name}${code === undefined ? '' : ` (${code})`}`
}

/** Returns an OpenID Connect provider in the words of Auth.js, which signs in at `idp`. */
export function oidc({ customFetch }: Library, idp: Idp, options: object = {}): unknown {
  return {
    id: 'idp',
    name: 'The provider',
    type: 'oidc',
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    [customFetch]: idp.fetch,
    ...options,
  }
}

/** Returns an OAuth provider without OpenID Connect, with its endpoints. */
export function oauth(library: Library, idp: Idp, options: object = {}): unknown {
  idp.faults.token = { ...idp.faults.token, id_token: undefined }
  return {
    ...(oidc(library, idp) as object),
    type: 'oauth',
    authorization: { url: `${idp.issuer}/authorize`, params: { scope: 'read' } },
    token: `${idp.issuer}/token`,
    userinfo: `${idp.issuer}/userinfo`,
    ...options,
  }
}

/** Signs in at a provider, and records both steps. @returns the response to the callback */
export async function signInAt(
  app: Application,
  idp: Idp,
  { step = '', claims, fields = { callbackUrl: '/after' }, provider = 'idp' }: SignIn = {},
): Promise<Response> {
  const started = await app.post(`${step}starts the sign-in`, `/signin/${provider}`, fields)
  const callback = idp.agree(started.headers.get('location') ?? '', claims)
  return app.get(`${step}returns from the provider`, callback.href)
}

interface SignIn {
  /** A prefix for the names of the steps. */
  readonly step?: string
  readonly claims?: Record<string, unknown>
  readonly fields?: Record<string, string>
  readonly provider?: string
}

export { createIdp, type Idp }
