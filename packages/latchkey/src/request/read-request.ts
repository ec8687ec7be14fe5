import { loadOnce } from '../async/awaitable.ts'
import type { AuthRequest, ResolvedAuth } from '../contract/context.ts'
import { readCookieHeader } from '../http/cookies/header.ts'
import { createCookieJar } from '../http/cookies/jar.ts'
import { noFields } from '../http/no-fields.ts'
import { publicBase } from '../http/public-base.ts'
import type { Fields, HeaderReader } from '../types/basics.ts'
import type { CookieReader } from '../types/cookies.ts'

// Loaded with the first form: an application that only reads sessions has no forms.
const body = loadOnce(() => import('../http/body.ts'))

/**
 * Parses a request. Verifies nothing and never throws: errors are reported later, in the format
 * that the client accepts.
 */
export function readRequest(auth: ResolvedAuth, request: Request): AuthRequest {
  const { method, headers } = request
  const url = new URL(request.url)
  const cookies = createCookieJar(readCookieHeader(headers.get('cookie')))
  const base = publicBase(auth, headers, url)
  const { action, providerId } = parseEndpoint(url.pathname, auth.basePath)
  let fields: Promise<Fields> | undefined
  const readFields = async (): Promise<Fields> => (await body()).readFields(request)
  return {
    auth,
    canWrite: method !== 'HEAD',
    method,
    action,
    providerId,
    url,
    query: url.searchParams,
    headers,
    cookies,
    base,
    fields: () => (fields ??= readFields()),
  }
}

/** The current request, as the framework represents it. */
export interface Caller {
  readonly headers: HeaderReader
  /**
   * The URL that the framework reports. Its origin is used only if no configured or trusted address
   * is available.
   */
  readonly url?: URL
  /** Default: the cookies in `headers`. */
  readonly cookies?: CookieReader
  /** `false` where cookies can only be read. Default: `true`. */
  readonly canWrite?: boolean
}

/** A call by server code, described like a request: path, query and form. */
export interface ServerCall {
  readonly action: string
  readonly providerId?: string
  readonly query?: URLSearchParams
  /** The form fields. Without them, the call only reads. */
  readonly fields?: Fields
}

/** Converts a call by server code to a request, so that both are handled in the same way. */
export function readServerCall(auth: ResolvedAuth, source: Caller | Request, call: ServerCall): AuthRequest {
  const caller = isRequest(source) ? toCaller(source) : source
  const { headers, url, canWrite = true } = caller
  const { action, providerId, query = new URLSearchParams(), fields } = call
  return {
    auth,
    canWrite,
    method: fields === undefined ? 'GET' : 'POST',
    action,
    providerId,
    url: undefined,
    query,
    headers,
    cookies: createCookieJar(caller.cookies ?? readCookieHeader(headers.get('cookie'))),
    base: publicBase(auth, headers, url),
    fields: async () => fields ?? noFields,
  }
}

/** Not `instanceof`: servers may have their own `Request` class. */
function isRequest(source: Caller | Request): source is Request {
  return typeof source.url === 'string'
}

/** Only these properties: some servers' requests have `cookies` of another type. */
function toCaller({ headers, url, method }: Request): Caller {
  return { headers, url: new URL(url), canWrite: method !== 'HEAD' }
}

/**
 * Splits the path below `basePath` into the action and, for some, the provider id. Any other path
 * is not an endpoint.
 */
function parseEndpoint(path: string, basePath: string): { action?: string; providerId?: string } {
  if (!path.startsWith(`${basePath}/`)) return {}
  const [action, providerId, ...rest] = path.slice(basePath.length).split('/').filter(Boolean)
  if (rest.length > 0) return {}
  // Clients without a provider id build URLs that end in `/undefined`.
  return { action, providerId: providerId === 'undefined' ? undefined : providerId }
}
