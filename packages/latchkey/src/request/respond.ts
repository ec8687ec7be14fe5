import { andThen } from '../async/awaitable.ts'
import { loadOnce } from '../async/load-once.ts'
import type { AuthRequest } from '../contract/context.ts'
import type { PageResult, Result } from '../contract/result.ts'
import { RETURN_REDIRECT } from '../http/accept.ts'
import { serializeCookie } from '../http/set-cookie.ts'
import type { Awaitable } from '../types/basics.ts'

const pages = loadOnce(() => import('../pages/render.tsx'))

type HeaderRecord = Readonly<Record<string, string>>

/** Tells caches, crawlers and other sites to keep away from every answer. */
const COMMON_HEADERS: HeaderRecord = {
  'Cache-Control': 'private, no-cache, no-store',
  Expires: '0',
  Pragma: 'no-cache',
  // Who asks, and as a person or as a script.
  Vary: 'Cookie, Accept, X-Auth-Return-Redirect',
  'X-Content-Type-Options': 'nosniff',
  // Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
}

/**
 * For what a browser shows. Not for redirects: on the way to a provider and back it would cut a window off from the page that opened it, and
 * whether it is cut off is for the pages at both ends to say.
 */
const DOCUMENT_HEADERS: HeaderRecord = { ...COMMON_HEADERS, 'Cross-Origin-Opener-Policy': 'same-origin' }

const JSON_HEADERS: HeaderRecord = { ...DOCUMENT_HEADERS, 'Content-Type': 'application/json' }

/** A page has a `Content-Security-Policy` of its own instead. */
const PAGE_HEADERS: HeaderRecord = {
  ...DOCUMENT_HEADERS,
  'Content-Type': 'text/html; charset=utf-8',
  Vary: 'Cookie, Accept, Accept-Language',
}

/** Makes the response. Cookies and body leave here, and only here. */
export function respond(authRequest: AuthRequest, result: Result): Awaitable<Response> {
  return andThen(responseDataOf(authRequest, result), ({ status, headers, body }) => {
    const isHead = authRequest.method === 'HEAD'
    const response = new Response(isHead ? null : body, { status, headers })
    if (!isHead)
      for (const cookie of authRequest.cookies.written)
        response.headers.append('Set-Cookie', serializeCookie(cookie))
    return response
  })
}

/** A response before it is one, without its cookies. */
export interface ResponseData {
  readonly status: number
  /** Of this answer alone: the `Response` of some adapters keeps what it is given, and is written into. */
  readonly headers: HeaderRecord
  readonly body: string | null
}

/** Status, headers and body of an outcome. */
export function responseDataOf(authRequest: AuthRequest, result: Result): Awaitable<ResponseData> {
  switch (result.type) {
    case 'redirect':
      return redirect(authRequest, result.url)
    case 'json':
      return {
        status: result.status,
        headers: { ...JSON_HEADERS, ...result.headers },
        body: JSON.stringify(result.body),
      }
    case 'page':
      return renderPage(authRequest, result)
  }
}

function redirect(authRequest: AuthRequest, url: string): ResponseData {
  if (authRequest.headers.get(RETURN_REDIRECT) === null)
    return { status: 302, headers: { ...COMMON_HEADERS, Location: url }, body: null }
  return { status: 200, headers: { ...JSON_HEADERS, Location: url }, body: JSON.stringify({ url }) }
}

async function renderPage(
  authRequest: AuthRequest,
  { page, status, headers }: PageResult,
): Promise<ResponseData> {
  const { render } = await pages()
  const { auth, base } = authRequest
  const look = { theme: await auth.theme(), texts: await auth.texts(authRequest.headers) }
  const { html, contentSecurityPolicy } = await render(page, look, base?.origin)
  return {
    status,
    headers: { ...PAGE_HEADERS, 'Content-Security-Policy': contentSecurityPolicy, ...headers },
    body: html,
  }
}
