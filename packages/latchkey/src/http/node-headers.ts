import type { IncomingHttpHeaders } from 'node:http'

/** Converts the headers of a `node:http` or `node:http2` request. */
export function readNodeHeaders(headers: IncomingHttpHeaders): Headers {
  const read = new Headers()
  for (const [name, values = []] of Object.entries(headers)) {
    // The pseudo-header fields of HTTP/2, such as `:path`, are not valid header names.
    if (!name.startsWith(':')) for (const value of [values].flat()) read.append(name, value)
  }
  return read
}
