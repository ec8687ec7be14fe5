/**
 * An error that h3, SolidStart's server, sends as a response: it recognizes its own errors by their
 * name. A `Response` that an API route throws would be an error of the server.
 *
 * @see https://h3.dev/guide/basics/error
 */
export class RouteError extends Error {
  override readonly name = 'HTTPError'
  readonly status: number
  readonly headers: Headers
  readonly #body: object

  constructor(message: string, status: number, { headers, body }: { headers?: Headers; body?: object }) {
    super(message)
    this.status = status
    this.headers = headers ?? new Headers()
    this.#body = body ?? {}
  }

  /** The response's body. */
  toJSON(): object {
    return this.#body
  }
}
