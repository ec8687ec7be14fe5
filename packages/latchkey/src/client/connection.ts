import type { PublicProvider } from '../types/providers.ts'
import type { Session } from '../types/session.ts'
import type { ClientOptions } from './types.ts'

/** An answer of the server, read to its end. `body` is `undefined` when it is no JSON. */
export interface ServerResponse {
  readonly ok: boolean
  readonly status: number
  readonly body: unknown
}

export type Providers = Record<string, PublicProvider>
type Fields = Readonly<Record<string, unknown>>

/** Milliseconds after which a server that is asked something counts as out of reach. */
const TIMEOUT_MS = 30_000

/** The requests of a page to its server. Each rejects when the server cannot be reached, the ones that read also when it answers something else. */
export class Connection {
  #options: ClientOptions
  #token: string | undefined
  #providers: Providers | undefined

  constructor(options: ClientOptions) {
    this.#options = options
  }

  configure(options: ClientOptions): void {
    this.#options = { ...this.#options, ...options }
  }

  url(endpoint: string): string {
    const { baseUrl, basePath = '/auth' } = this.#options
    const origin = typeof window === 'undefined' ? (baseUrl ?? '') : ''
    return `${origin}${basePath}/${endpoint}`
  }

  navigate(url: string): void {
    const { navigate = loadPage } = this.#options
    navigate(url)
  }

  report(error: Error): void {
    const { onError = console.error } = this.#options
    onError(error)
  }

  readSession(cookie?: string): Promise<Session | null> {
    return this.#read('session', { 'Content-Type': 'application/json', ...(cookie && { cookie }) })
  }

  /** Hands data to the server's callbacks. A refusal is a failure, and not a session of nobody. */
  async updateSession(data: unknown): Promise<Session | null> {
    return this.#jsonOf('session', await this.post('session', { data }, 'json'))
  }

  /** Those of the last time, if they were read before. */
  async knownProviders(): Promise<Providers> {
    return this.#providers ?? this.readProviders()
  }

  async readProviders(): Promise<Providers> {
    const providers = await this.#read<Providers>('providers')
    this.#providers = providers
    return providers
  }

  async readCsrfToken(): Promise<string> {
    const { csrfToken } = await this.#read<{ csrfToken: string }>('csrf')
    this.#token = csrfToken
    return csrfToken
  }

  /** Sends a form. The server is asked for a token only when it does not do without, and for another one when it no longer knows this one. */
  async post(endpoint: string, fields: Fields, type: 'form' | 'json' = 'form'): Promise<ServerResponse> {
    const response = await this.#submit(endpoint, fields, type)
    if (!wantsToken(response)) return response
    const sent = this.#token
    const fresh = await this.readCsrfToken().catch(() => sent)
    return fresh === sent ? response : this.#submit(endpoint, fields, type)
  }

  get(endpoint: string, headers?: Record<string, string>): Promise<ServerResponse> {
    return this.#send(endpoint, {
      headers: { Accept: 'application/json', ...headers },
      signal: AbortSignal.timeout?.(TIMEOUT_MS),
    })
  }

  async #read<T>(endpoint: string, headers?: Record<string, string>): Promise<T> {
    return this.#jsonOf(endpoint, await this.get(endpoint, headers))
  }

  #jsonOf<T>(endpoint: string, { ok, status, body }: ServerResponse): T {
    // A page where JSON should be comes from something else than the server, and says nothing about a session.
    if (ok && typeof body === 'object') return body as T
    throw new Error(`${this.url(endpoint)} answered ${status}${ok ? ' without JSON' : ''}.`)
  }

  #submit(endpoint: string, fields: Fields, type: 'form' | 'json'): Promise<ServerResponse> {
    const whole = this.#token ? { ...fields, csrfToken: this.#token } : fields
    const headers = { Accept: 'application/json', 'X-Auth-Return-Redirect': '1' }
    if (type === 'form')
      return this.#send(endpoint, { method: 'POST', headers, body: new URLSearchParams(textOf(whole)) })
    const body = JSON.stringify(whole)
    return this.#send(endpoint, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body,
    })
  }

  async #send(endpoint: string, init: RequestInit): Promise<ServerResponse> {
    const { fetch: send = fetch } = this.#options
    const response = await send(this.url(endpoint), init)
    return { ok: response.ok, status: response.status, body: await response.json().catch(() => undefined) }
  }
}

/** Was a form refused for want of a token? Nothing was done then. A refused update has no words for it. */
function wantsToken({ status, body }: ServerResponse): boolean {
  const { error, url } = (body ?? {}) as { error?: unknown; url?: unknown }
  return (
    error === 'MissingCSRF' ||
    /[?&]error=MissingCSRF\b/.test(String(url)) ||
    (status === 400 && body === null)
  )
}

function textOf(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
}

function loadPage(url: string): void {
  const [page, hash] = url.split('#')
  const isSamePage = page === location.href.split('#')[0]
  location.href = url
  // A step to another place of the same page asks the server nothing.
  if (isSamePage && hash !== undefined) location.reload()
}
