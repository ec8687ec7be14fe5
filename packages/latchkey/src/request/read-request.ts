import { loadOnce } from '../async/awaitable.ts'
import type { AuthRequest, ResolvedAuth } from '../contract/context.ts'
import { readCookieHeader } from '../http/cookie-header.ts'
import { createCookieJar } from '../http/cookie-jar.ts'
import { noFields } from '../http/fields.ts'
import { publicBase } from '../http/public-base.ts'
import type { Fields, HeaderReader } from '../types/basics.ts'
import type { CookieReader } from '../types/cookies.ts'

// Loaded with the first form: an application that only reads sessions has none.
const body = loadOnce(() => import('../http/body.ts'))

/**
 * Reads a request. Trusts nothing in it and cannot fail: what is wrong with it is reported later,
 * in the form that the client asked for.
 */
export function readRequest(auth: ResolvedAuth, request: Request): AuthRequest {
  const { method, headers } = request
  const url = new URL(request.url)
  const cookies = createCookieJar(readCookieHeader(headers.get('cookie')))
  const base = publicBase(auth, headers, url)
  const { action, providerId } = parseEndpoint(url.pathname, auth.basePath)
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
    fields: async () => (await body()).readFields(request),
  }
}

/** The request that the application's server code is handling, as its framework has it. */
export interface Caller {
  readonly headers: HeaderReader
  /**
   * The URL as the framework has it. Of its origin only what trusted headers leave open is used.
   */
  readonly url?: URL
  /** Default: the cookies in `headers`. */
  readonly cookies?: CookieReader
  /** `false` where cookies can only be read. Default: `true`. */
  readonly canWrite?: boolean
}

/** What server code calls: the same that path, query and form of a request would say. */
export interface ServerCall {
  readonly action: string
  readonly providerId?: string
  readonly query?: URLSearchParams
  /** The fields of the form. Without them the call only reads. */
  readonly fields?: Fields
}

/** Reads a call of the application's server code. From here on it is treated like a request. */
export function readServerCall(auth: ResolvedAuth, caller: Caller, call: ServerCall): AuthRequest {
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

/**
 * Splits the path below `basePath` into the action and, for some, the provider id. Any other path
 * is no endpoint.
 */
function parseEndpoint(path: string, basePath: string): { action?: string; providerId?: string } {
  if (!path.startsWith(`${basePath}/`)) return {}
  const [action, providerId, ...rest] = path.slice(basePath.length).split('/').filter(Boolean)
  if (rest.length > 0) return {}
  // Clients that know no provider build URLs that end in this word.
  return { action, providerId: providerId === 'undefined' ? undefined : providerId }
}
