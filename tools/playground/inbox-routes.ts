import type { IncomingMessage, RequestListener } from 'node:http'
import { listPage, messagePage, missingPage, WATCH_SOURCE } from './inbox-pages.ts'
import { isLoopbackRequest } from './loopback.ts'
import type { Mailbox } from './mailbox.ts'
import { ICON, ICON_PATH, STYLE_SOURCE } from './theme.ts'

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface InboxRequest {
  readonly mailbox: Mailbox
  readonly request: IncomingMessage
  readonly url: URL
  /** Aborts when the client closes the connection. */
  readonly disconnected: AbortSignal
}

interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: RegExp
  readonly handle: (inboxRequest: InboxRequest, id: number) => Reply | Promise<Reply>
}

const ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/$/, handle: showList },
  { method: 'GET', path: new RegExp(`^${ICON_PATH}$`), handle: showIcon },
  { method: 'GET', path: /^\/mail\/(\d+)$/, handle: showMessage },
  { method: 'POST', path: /^\/messages\/clear$/, handle: clearByForm },
  { method: 'GET', path: /^\/messages$/, handle: listMessages },
  { method: 'GET', path: /^\/messages\/(\d+)$/, handle: readMessage },
  { method: 'DELETE', path: /^\/messages$/, handle: clear },
]

const MAX_WAIT_MS = 30_000

const DENY_ALL = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const PLAIN_POLICY = `${DENY_ALL}; img-src 'self'; style-src ${STYLE_SOURCE}`
const LIST_POLICY = `${PLAIN_POLICY}; script-src ${WATCH_SOURCE}; connect-src 'self'; form-action 'self'`
/**
 * The frame of the e-mail inherits this policy. E-mails contain their own styles and only inline
 * pictures; 'self' is for the icon of the page.
 */
const MESSAGE_POLICY = `${DENY_ALL}; style-src 'unsafe-inline'; img-src 'self' data:`

/** Handles the pages and the API of the inbox. */
export function inboxHandler(mailbox: Mailbox): RequestListener {
  return async (request, response) => {
    const connection = new AbortController()
    response.on('close', () => connection.abort())
    const { status, headers, body } = await reply(mailbox, request, connection.signal)
    response
      .writeHead(status, { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store', ...headers })
      .end(body)
  }
}

function reply(
  mailbox: Mailbox,
  request: IncomingMessage,
  disconnected: AbortSignal,
): Reply | Promise<Reply> {
  if (!isLoopbackRequest(request)) return text(421, 'Playground Inbox is only available at localhost')
  const url = new URL(`http://localhost${request.url}`)
  const routes = ROUTES.filter(({ path }) => path.test(url.pathname))
  if (routes.length === 0) return page(404, PLAIN_POLICY, missingPage(`There is no page at ${url.pathname}.`))
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = routes.find((candidate) => candidate.method === method)
  if (route === undefined)
    return text(405, 'Method not allowed', { Allow: routes.map((candidate) => candidate.method).join(', ') })
  const id = Number(route.path.exec(url.pathname)?.[1])
  return route.handle({ mailbox, request, url, disconnected }, id)
}

function showList({ mailbox, url }: InboxRequest): Reply {
  const to = url.searchParams.get('to') ?? undefined
  return page(200, LIST_POLICY, listPage(mailbox.list({ to }), to))
}

function showIcon(): Reply {
  return { status: 200, headers: { 'Content-Type': 'image/svg+xml' }, body: ICON }
}

function showMessage({ mailbox }: InboxRequest, id: number): Reply {
  const message = mailbox.find(id)
  if (message) return page(200, MESSAGE_POLICY, messagePage(message))
  return page(
    404,
    PLAIN_POLICY,
    missingPage(`Message ${id} was not found. The inbox keeps the last 100 messages until it stops.`),
  )
}

function clearByForm(inboxRequest: InboxRequest): Reply {
  const { 'sec-fetch-site': site = 'same-origin' } = inboxRequest.request.headers
  if (site !== 'same-origin') return text(403, 'Only the inbox page can empty the inbox')
  return { ...clear(inboxRequest), status: 303, headers: { Location: '/' } }
}

async function listMessages({ mailbox, url, disconnected }: InboxRequest): Promise<Reply> {
  const wait = Number(url.searchParams.get('wait') ?? 0)
  const after = Number(url.searchParams.get('after') ?? 0)
  if (!(wait >= 0 && wait <= MAX_WAIT_MS))
    return json(400, { error: `wait must be a number of milliseconds from 0 to ${MAX_WAIT_MS}` })
  if (!(after >= 0)) return json(400, { error: 'after must be the id of a message' })
  const filter = { to: url.searchParams.get('to') ?? undefined, after }
  return json(200, await mailbox.waitFor(filter, AbortSignal.any([AbortSignal.timeout(wait), disconnected])))
}

function readMessage({ mailbox }: InboxRequest, id: number): Reply {
  const message = mailbox.find(id)
  return message ? json(200, message) : json(404, { error: `message ${id} was not found` })
}

function clear({ mailbox }: InboxRequest): Reply {
  mailbox.clear()
  return { status: 204, headers: {}, body: '' }
}

function page(status: number, policy: string, body: string): Reply {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
  }
  return { status, headers, body }
}

function json(status: number, value: unknown): Reply {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) }
}

function text(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body }
}
