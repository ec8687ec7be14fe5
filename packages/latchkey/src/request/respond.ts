import { isPending, loadOnce } from '../async/awaitable.ts'
import type { AuthRequest } from '../contract/context.ts'
import type { PageResult, RedirectResult, Result } from '../contract/result.ts'
import { RETURN_REDIRECT } from '../http/accept.ts'
import { serializeCookie } from '../http/cookies/set-cookie.ts'

const pages = loadOnce(() => import('../pages/render.tsx'))

type HeaderRecord = Readonly<Record<string, string>>

/** Keeps caches, crawlers and other sites away from every response. */
const COMMON_HEADERS: HeaderRecord = {
  'Cache-Control': 'private, no-cache, no-store',
  Expires: '0',
  Pragma: 'no-cache',
  // A response depends on the session, and on whether a page or a script asked for it.
  Vary: 'Cookie, Accept, X-Auth-Return-Redirect',
  'X-Content-Type-Options': 'nosniff',
  // Not `no-referrer`: with it, browsers send `Origin: null` with the built-in pages' forms.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
}

/**
 * For what a browser shows. Not for redirects: on the way to a provider and back, the header would
 * separate a popup from the page that opened it. Only the pages at both ends may decide that.
 */
const DOCUMENT_HEADERS: HeaderRecord = { ...COMMON_HEADERS, 'Cross-Origin-Opener-Policy': 'same-origin' }

const JSON_HEADERS: HeaderRecord = { ...DOCUMENT_HEADERS, 'Content-Type': 'application/json' }

/** A page replaces the `Content-Security-Policy` with its own. */
const PAGE_HEADERS: HeaderRecord = {
  ...DOCUMENT_HEADERS,
  'Content-Type': 'text/html; charset=utf-8',
  Vary: 'Cookie, Accept, Accept-Language',
}

/** Returns the response to a request. Cookies and body are written here, and only here. */
export async function respond(authRequest: AuthRequest, result: Result): Promise<Response> {
  const data = toResponseData(authRequest, result)
  const { status, headers, body } = isPending(data) ? await data : data
  const isHead = authRequest.method === 'HEAD'
  const response = new Response(isHead ? null : body, { status, headers })
  if (isHead) return response
  for (const cookie of authRequest.cookies.written)
    response.headers.append('Set-Cookie', serializeCookie(cookie))
  return response
}

/** A response's parts, without its cookies. */
export interface ResponseData {
  readonly status: number
  /** A new object for each response: some adapters' `Response` keeps it and writes to it. */
  readonly headers: HeaderRecord
  readonly body: string | null
}

/** Returns a result's status, headers and body. */
export function toResponseData(
  authRequest: AuthRequest,
  result: Result,
): ResponseData | Promise<ResponseData> {
  switch (result.type) {
    case 'redirect':
      return redirect(authRequest, result)
    case 'json':
      return json(result.status, result.body, result.headers)
    case 'page':
      return renderPage(authRequest, result)
  }
}

/** Sends a browser to the URL. A script that follows no redirects gets the URL as JSON. */
function redirect(
  { headers }: AuthRequest,
  { url, status, requirement }: RedirectResult,
): ResponseData | Promise<ResponseData> {
  if (headers.get(RETURN_REDIRECT) !== null) return json(200, { url, requirement }, { Location: url })
  return { status: status ?? 302, headers: { ...COMMON_HEADERS, Location: url }, body: null }
}

function json(status: number, body: unknown, headers?: HeaderRecord): ResponseData | Promise<ResponseData> {
  try {
    return {
      status,
      headers: { ...JSON_HEADERS, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    }
  } catch (thrown) {
    return refuseBody(body, thrown)
  }
}

/** Only a session has the application's values. */
async function refuseBody(value: unknown, thrown: unknown): Promise<never> {
  const { describeUnserializable } = await import('../sessions/unserializable.ts')
  const subject = 'The session that the `session` callback returned'
  throw describeUnserializable(subject, { value, callback: 'session', thrown }) ?? thrown
}

async function renderPage(
  { auth, base, headers: requestHeaders }: AuthRequest,
  { page, status, headers }: PageResult,
): Promise<ResponseData> {
  const { render } = await pages()
  const appearance = { theme: await auth.theme(), texts: await auth.texts(requestHeaders) }
  const { html, contentSecurityPolicy } = await render(page, appearance, base?.origin)
  return {
    status,
    headers: { ...PAGE_HEADERS, 'Content-Security-Policy': contentSecurityPolicy, ...headers },
    body: html,
  }
}
