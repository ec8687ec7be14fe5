import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

/**
 * A request of `node:http`, `node:https` or `node:http2`, or of a framework on top of them.
 *
 * @experimental
 */
export type NodeRequest = IncomingMessage | Http2ServerRequest

/**
 * A response of `node:http`, `node:https` or `node:http2`, or of a framework on top of them.
 *
 * @experimental
 */
export type NodeResponse = ServerResponse | Http2ServerResponse

/** A request and its response. */
export interface Exchange {
  readonly req: NodeRequest
  readonly res: NodeResponse
}

/** The properties that Express, Connect and body parsers add to a request. */
interface Added {
  /** `url` as it was before a router removed the path that it is mounted at. */
  readonly originalUrl?: unknown
  /** The body, if it was parsed. */
  readonly body?: unknown
}

/** Returns the path of a request, also if its host is malformed. */
export function readPathname(req: NodeRequest): string {
  return new URL(`http://localhost${readTarget(req)}`).pathname
}

/**
 * Returns whether routers see the path of a request as `readPathname` returns it. They do not
 * resolve `..`, as in `/account/../login`, and do not know other spellings of it.
 */
export function hasNormalPath(req: NodeRequest): boolean {
  const [path = ''] = rawTarget(req)
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
    .split(/[?#]/)
  return (path || '/') === readPathname(req)
}

/**
 * Returns path and query of a request, as the client sent them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
function readTarget(req: NodeRequest): string {
  const target = rawTarget(req)
  if (target.startsWith('/')) return target
  // Proxies may send a whole URL. `OPTIONS *` has no path.
  const url = URL.parse(target)
  return url?.host ? `${url.pathname}${url.search}` : `/${target}`
}

function rawTarget(req: NodeRequest): string {
  const { originalUrl } = req as Added
  return typeof originalUrl === 'string' ? originalUrl : (req.url ?? '/')
}

/**
 * Returns the URL of a request: the protocol of the connection, the `Host` header (`localhost`
 * without one), and the path that the client sent. Returns `undefined` if the host is malformed.
 */
export function readUrl(req: NodeRequest): URL | undefined {
  const host = readHost(req) ?? 'localhost'
  const protocol = 'encrypted' in req.socket && req.socket.encrypted ? 'https' : 'http'
  // A host must not continue with its own user, path or query.
  return (/[\s/?#@\\]/.test(host) ? null : URL.parse(`${protocol}://${host}${readTarget(req)}`)) ?? undefined
}

/**
 * Returns the host that a request is for. HTTP/2 has a pseudo-header field for it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9113#section-8.3.1
 */
export function readHost({ headers }: NodeRequest): string | undefined {
  const authority = headers[':authority']
  return (typeof authority === 'string' ? authority : undefined) ?? headers.host
}

/** Returns the body that a parser stored in `req.body`. */
export function parsedBody(req: NodeRequest): unknown {
  return (req as Added).body
}

/** Returns whether the client has disconnected, or the response was sent. */
export function isClosed(res: NodeResponse): boolean {
  return 'stream' in res ? res.stream.closed : res.destroyed
}
