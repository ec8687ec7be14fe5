import { stringifySetCookie } from 'cookie'
import type { Cookie, PageResult, Result, Visit } from './contract.ts'
import { RETURN_REDIRECT } from './http/accept.ts'

/** Tells caches, crawlers and other sites to keep away from every answer. */
const ALWAYS: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'private, no-cache, no-store'],
  ['Expires', '0'],
  ['Pragma', 'no-cache'],
  ['Vary', 'Cookie'],
  ['X-Content-Type-Options', 'nosniff'],
  // Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]

/** Makes the response. Cookies and body leave here, and only here. */
export async function depart(visit: Visit, result: Result): Promise<Response> {
  const isHead = visit.method === 'HEAD'
  const headers: [string, string][] = [...(ALWAYS as [string, string][])]
  if (!isHead) for (const cookie of visit.cookies.written) headers.push(['Set-Cookie', serialize(cookie)])
  const { status, body } = await bodyOf(visit, result, headers)
  return new Response(isHead ? null : body, { status, headers })
}

interface Body {
  readonly status: number
  readonly body: string | null
}

async function bodyOf(visit: Visit, result: Result, headers: [string, string][]): Promise<Body> {
  switch (result.kind) {
    case 'redirect':
      return redirect(visit, result.url, headers)
    case 'json':
      headers.push(['Content-Type', 'application/json'], ...Object.entries(result.headers ?? {}))
      return { status: result.status, body: JSON.stringify(result.body) }
    case 'page':
      return renderPage(visit, result, headers)
  }
}

function redirect(visit: Visit, url: string, headers: [string, string][]): Body {
  headers.push(['Location', url])
  if (visit.headers.get(RETURN_REDIRECT) === null) return { status: 302, body: null }
  headers.push(['Content-Type', 'application/json'])
  return { status: 200, body: JSON.stringify({ url }) }
}

async function renderPage(visit: Visit, { page, status, headers: extra = {} }: PageResult, headers: [string, string][]): Promise<Body> {
  const { render } = await import('./pages/render.tsx')
  const { html, contentSecurityPolicy } = await render(page, visit.auth.theme, visit.base?.origin)
  headers.push(
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Security-Policy', contentSecurityPolicy],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
    ...Object.entries(extra),
  )
  return { status, body: html }
}

function serialize({ name, value, options }: Cookie): string {
  return stringifySetCookie({ name, value, ...options })
}
