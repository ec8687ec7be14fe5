import { loadOnce } from '../async/load-once.ts'
import type { AuthRequest, ResolvedAuth } from '../contract/context.ts'
import { readCookieHeader } from '../http/cookie-header.ts'
import { createCookieJar } from '../http/cookie-jar.ts'
import { noFields } from '../http/fields.ts'
import { publicBase } from '../http/public-base.ts'
import type { Fields, HeaderReader } from '../types/basics.ts'
import type { CookieReader } from '../types/cookies.ts'

// With the first form: where only sessions are read there is none.
const body = loadOnce(() => import('../http/body.ts'))

/** Takes note of a request. Believes nothing and cannot fail: what is wrong with it is told later, in the shape that it asks for. */
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

/** The request that server code of the application is working on, as its framework tells it. */
export interface Caller {
  readonly headers: HeaderReader
  /** As the framework has it, if it does; of its origin only what trusted headers leave open is believed. */
  readonly url?: URL
  /** Default: those of `headers`. */
  readonly cookies?: CookieReader
  /** `false` where cookies can only be read. Default: `true`. */
  readonly canWrite?: boolean
}

/** What server code asks for: the same that a request's path, query and form would say. */
export interface ServerCall {
  readonly action: string
  readonly providerId?: string
  readonly query?: URLSearchParams
  /** What a posted form would say; without any the call only reads. */
  readonly fields?: Fields
}

/** Takes note of a call by server code of the application. From here on it goes the way of a request. */
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

/** The parts of a path below ours: a door and, for some, a provider. Anything else is no door. */
function parseEndpoint(path: string, basePath: string): { action?: string; providerId?: string } {
  if (!path.startsWith(`${basePath}/`)) return {}
  const [action, providerId, ...rest] = path.slice(basePath.length).split('/').filter(Boolean)
  if (rest.length > 0) return {}
  // Clients that know no provider build URLs that end in this word.
  return { action, providerId: providerId === 'undefined' ? undefined : providerId }
}
