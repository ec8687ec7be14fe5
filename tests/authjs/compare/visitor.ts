import type { Browser, Site } from '@latchkey/test-support/kit/browser.ts'
import { describeResponse } from './describe-response.ts'
import { normalize, type Plain } from './normalize.ts'

/** What was recorded during a step: for each type, the order of the calls and their arguments. */
export type RecordedCalls = Readonly<Record<string, Plain>>

/**
 * A browser at an application, and a record of what both do. A subclass says where the application
 * is, and how the calls of its callbacks are read.
 */
export abstract class Visitor implements Site {
  abstract readonly origin: string
  /** URL of the endpoints. */
  abstract readonly base: string
  abstract readonly browser: Browser
  /** An observation for each step. */
  readonly record: Record<string, Plain> = {}
  #csrfToken: string | undefined

  abstract fetch(request: Request): Promise<Response>

  /** Returns the calls since the last step, and forgets them. */
  abstract takeCalls(): RecordedCalls | Promise<RecordedCalls>

  /** Opens a path below the base path, or a URL, and records what happens. */
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
    await this.takeCalls()
    return this.#see(step, path, await this.browser.post(this.#url(path), { csrfToken, ...fields }, headers))
  }

  /** Submits a form like `signIn` and `signOut` of the browser clients. */
  postByScript(step: string, path: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.post(step, path, fields, { 'x-auth-return-redirect': '1', accept: '*/*' })
  }

  /** Sends JSON, as `update` of the browser clients does. */
  async postJson(step: string, path: string, data: Record<string, unknown>): Promise<Response> {
    const csrfToken = await this.csrfToken()
    await this.takeCalls()
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
    if (this.#csrfToken === undefined) {
      const response = await this.browser.get(`${this.base}/csrf`)
      this.#csrfToken = ((await response.json()) as { csrfToken: string }).csrfToken
    }
    return this.#csrfToken
  }

  /** Records a value that is not part of a response. */
  observe(step: string, value: unknown, calls: RecordedCalls = {}): void {
    this.#store(step, { value: normalize(value), ...calls })
  }

  #url(path: string): string {
    return path.startsWith('http') ? path : `${this.base}${path}`
  }

  async #see(step: string, path: string, response: Response): Promise<Response> {
    const described = (await describeResponse(response.clone(), this.#url(path))) as object
    this.#store(step, { ...described, ...(await this.takeCalls()) })
    return response
  }

  #store(step: string, observation: Plain): void {
    if (step in this.record) throw new Error(`Two steps have the name “${step}”.`)
    this.record[step] = observation
  }
}
