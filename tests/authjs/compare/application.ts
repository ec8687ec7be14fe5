import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type Configuration, configurationFor, type Functions, type Library } from './libraries.ts'
import { Recorder } from './recorder.ts'
import { type RecordedCalls, Visitor } from './visitor.ts'

export const ORIGIN = 'https://app.test'
export const SECRET = 'a secret that is long enough for every test here'

const EVENTS = ['createUser', 'updateUser', 'linkAccount', 'signIn', 'signOut', 'session']

/** The callbacks that every application may have, as they are by default. */
export const PASS_THROUGH: Functions = {
  signIn: () => true,
  jwt: ({ token }) => token,
  session: ({ session }) => session,
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
export class Application extends Visitor {
  readonly library: Library
  readonly origin: string
  readonly base: string
  readonly config: Configuration
  readonly recorder: Recorder = new Recorder()
  readonly browser: Browser
  /** The application that the browser reaches. */
  readonly #site: { current: Application }

  constructor(library: Library, { config = {}, replaces, ...options }: ApplicationOptions) {
    super()
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
        error: (error: Error) => recorder.add('log', `error ${errorType(error)}`, null),
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

  takeCalls(): RecordedCalls {
    return this.recorder.take()
  }

  override observe(step: string, value: unknown): void {
    super.observe(step, value, this.recorder.take())
  }
}

function errorType(error: Error): string {
  const { type, code } = error as { type?: string; code?: string }
  return `${type ?? error.name}${code === undefined ? '' : ` (${code})`}`
}
