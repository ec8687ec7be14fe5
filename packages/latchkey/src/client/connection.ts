import type { PublicProvider } from '../types/providers/provider.ts'
import type { Session } from '../types/session.ts'
import type { ClientOptions } from './types.ts'

/** A complete server response. `body` is `undefined` if it is not JSON. */
export interface ServerResponse {
  readonly ok: boolean
  readonly status: number
  readonly body: unknown
}

/** The server's providers, by id. */
export type Providers = Record<string, PublicProvider>
type Fields = Readonly<Record<string, unknown>>

/** After this time, a server that does not respond counts as unreachable. */
export const TIMEOUT_MS = 30_000

/**
 * Sends a page's requests to its server. Each method rejects if the server cannot be reached;
 * methods that read data also reject if the response is an error or not JSON.
 */
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
    try {
      onError(error)
    } catch (thrown) {
      console.error(thrown)
    }
  }

  readSession(request?: AbortController, cookie?: string): Promise<Session | null> {
    return this.#read('session', { 'Content-Type': 'application/json', ...(cookie && { cookie }) }, request)
  }

  /** Passes data to the server's callbacks. Rejects if the server rejects the update. */
  async updateSession(data: unknown, request: AbortController): Promise<Session | null> {
    return this.#readJson('session', await this.post('session', { data }, request))
  }

  /** Returns the providers, from an earlier request if there was one. */
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

  /**
   * Sends a form; with `request`, JSON. Requests a CSRF token only if the server requires one, and
   * a new one if the token is no longer valid.
   */
  async post(endpoint: string, fields: Fields, request?: AbortController): Promise<ServerResponse> {
    const response = await this.#submit(endpoint, fields, request)
    if (!needsToken(response)) return response
    const sent = this.#token
    const fresh = await this.readCsrfToken().catch(() => sent)
    return fresh === sent ? response : this.#submit(endpoint, fields, request)
  }

  get(
    endpoint: string,
    headers?: Record<string, string>,
    request?: AbortController,
  ): Promise<ServerResponse> {
    return this.#send(endpoint, { headers: { Accept: 'application/json', ...headers } }, request)
  }

  async #read<T>(endpoint: string, headers?: Record<string, string>, request?: AbortController): Promise<T> {
    return this.#readJson(endpoint, await this.get(endpoint, headers, request))
  }

  #readJson<T>(endpoint: string, { ok, status, body }: ServerResponse): T {
    // A page instead of JSON was not sent by Latchkey and says nothing about the session.
    if (ok && typeof body === 'object') return body as T
    throw new Error(`${this.url(endpoint)} returned ${status}${ok ? ' without JSON' : ''}.`, {
      cause: status,
    })
  }

  #submit(endpoint: string, fields: Fields, request?: AbortController): Promise<ServerResponse> {
    const allFields = this.#token ? { ...fields, csrfToken: this.#token } : fields
    const headers = { Accept: 'application/json', 'X-Auth-Return-Redirect': '1' }
    if (!request)
      return this.#send(endpoint, {
        method: 'POST',
        headers,
        body: new URLSearchParams(textFields(allFields)),
      })
    const body = JSON.stringify(allFields)
    return this.#send(
      endpoint,
      { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body },
      request,
    )
  }

  async #send(endpoint: string, init: RequestInit, request = new AbortController()): Promise<ServerResponse> {
    const { fetch: send = fetch } = this.#options
    const { signal } = request
    const url = this.url(endpoint)
    // `AbortSignal.timeout` cannot be combined with a controller in older browsers.
    const timer = setTimeout(() => request.abort(timeoutError(url)), TIMEOUT_MS)
    try {
      const response = await send(url, { ...init, signal })
      const body = await response.json().catch(() => signal.throwIfAborted())
      return { ok: response.ok, status: response.status, body }
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Returns the error for a URL that does not respond. */
export function timeoutError(url: string): DOMException {
  return new DOMException(`${url} did not respond within ${TIMEOUT_MS / 1000} seconds.`, 'TimeoutError')
}

/**
 * Returns whether a form was rejected because it has no valid CSRF token. The server has changed
 * nothing then. A rejected update returns only `null` with status 400.
 */
function needsToken({ status, body }: ServerResponse): boolean {
  const { error, url } = (body ?? {}) as { error?: unknown; url?: unknown }
  return (
    error === 'MissingCSRF' ||
    /[?&]error=MissingCSRF\b/.test(String(url)) ||
    (status === 400 && body === null)
  )
}

/** Returns a form's fields as text, without those that are `undefined` or `null`. */
export function textFields(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
}

function loadPage(url: string): void {
  const [page, hash] = url.split('#')
  const isSamePage = page === location.href.split('#')[0]
  location.href = url
  // Browsers do not send a request if only the hash changes.
  if (isSamePage && hash !== undefined) location.reload()
}
