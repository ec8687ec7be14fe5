import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type RecordedCalls, Visitor } from './visitor.ts'

/**
 * An application on a server of its framework. Its configuration records calls with `Recorder`, and
 * a route returns `recorder.take()` as JSON: there, values are normalized before they are sent.
 *
 * A scenario with it sets `clock: 'real'`, because the server has a clock of its own.
 */
export class RunningApplication extends Visitor {
  readonly origin: string
  readonly base: string
  readonly browser: Browser = new Browser(this)
  readonly #callsUrl: string

  /** @param callsPath path of the route that returns the recorded calls */
  constructor(origin: string, basePath: string, callsPath: string) {
    super()
    this.origin = origin
    this.base = `${origin}${basePath}`
    this.#callsUrl = `${origin}${callsPath}`
  }

  fetch(request: Request): Promise<Response> {
    return fetch(request)
  }

  async takeCalls(): Promise<RecordedCalls> {
    const response = await fetch(this.#callsUrl, { method: 'POST' })
    return (await response.json()) as RecordedCalls
  }
}
