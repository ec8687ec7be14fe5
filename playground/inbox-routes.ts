import type { IncomingMessage, RequestListener } from 'node:http'
import { listPage, messagePage, missingPage, WATCH_SOURCE } from './inbox-pages.ts'
import { ICON, ICON_PATH, STYLE_SOURCE } from './look.ts'
import { namesThisComputer } from './loopback.ts'
import type { Mailbox } from './mailbox.ts'

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Visit {
  readonly mailbox: Mailbox
  readonly request: IncomingMessage
  readonly url: URL
  /** Aborts when the visitor has gone. */
  readonly gone: AbortSignal
}

interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: RegExp
  readonly answer: (visit: Visit, id: number) => Reply | Promise<Reply>
}

const ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/$/, answer: showList },
  { method: 'GET', path: new RegExp(`^${ICON_PATH}$`), answer: showIcon },
  { method: 'GET', path: /^\/mail\/(\d+)$/, answer: showMessage },
  { method: 'POST', path: /^\/messages\/clear$/, answer: clearByForm },
  { method: 'GET', path: /^\/messages$/, answer: listMessages },
  { method: 'GET', path: /^\/messages\/(\d+)$/, answer: readMessage },
  { method: 'DELETE', path: /^\/messages$/, answer: clear },
]

const MAX_WAIT_MS = 30_000

const NOTHING = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const PLAIN_POLICY = `${NOTHING}; img-src 'self'; style-src ${STYLE_SOURCE}`
const LIST_POLICY = `${PLAIN_POLICY}; script-src ${WATCH_SOURCE}; connect-src 'self'; form-action 'self'`
/** The frame with the mail inherits it: mails bring their own styles, and pictures only inside themselves ('self' is our icon). */
const MESSAGE_POLICY = `${NOTHING}; style-src 'unsafe-inline'; img-src 'self' data:`

/** Answers for the pages and the API of the inbox. */
export function inboxHandler(mailbox: Mailbox): RequestListener {
  return async (request, response) => {
    const leaving = new AbortController()
    response.on('close', () => leaving.abort())
    const { status, headers, body } = await reply(mailbox, request, leaving.signal)
    response
      .writeHead(status, { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store', ...headers })
      .end(body)
  }
}

function reply(mailbox: Mailbox, request: IncomingMessage, gone: AbortSignal): Reply | Promise<Reply> {
  if (!namesThisComputer(request)) return text(421, 'Playground Inbox answers as localhost only')
  const url = new URL(`http://localhost${request.url}`)
  const here = ROUTES.filter(({ path }) => path.test(url.pathname))
  if (here.length === 0) return page(404, PLAIN_POLICY, missingPage(`There is nothing at ${url.pathname}.`))
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const route = here.find((candidate) => candidate.method === method)
  if (route === undefined)
    return text(405, 'Method not allowed', { Allow: here.map((candidate) => candidate.method).join(', ') })
  const id = Number(route.path.exec(url.pathname)?.[1])
  return route.answer({ mailbox, request, url, gone }, id)
}

function showList({ mailbox, url }: Visit): Reply {
  const to = url.searchParams.get('to') ?? undefined
  return page(200, LIST_POLICY, listPage(mailbox.list({ to }), to))
}

function showIcon(): Reply {
  return { status: 200, headers: { 'Content-Type': 'image/svg+xml' }, body: ICON }
}

function showMessage({ mailbox }: Visit, id: number): Reply {
  const message = mailbox.find(id)
  if (message) return page(200, MESSAGE_POLICY, messagePage(message))
  return page(
    404,
    PLAIN_POLICY,
    missingPage(`There is no message ${id}. The last 100 are kept, until the inbox stops.`),
  )
}

function clearByForm(visit: Visit): Reply {
  const { 'sec-fetch-site': site = 'same-origin' } = visit.request.headers
  if (site !== 'same-origin') return text(403, 'Only the page of the inbox can empty it')
  return { ...clear(visit), status: 303, headers: { Location: '/' } }
}

async function listMessages({ mailbox, url, gone }: Visit): Promise<Reply> {
  const wait = Number(url.searchParams.get('wait') ?? 0)
  const after = Number(url.searchParams.get('after') ?? 0)
  if (!(wait >= 0 && wait <= MAX_WAIT_MS))
    return json(400, { error: `wait must be a number of milliseconds from 0 to ${MAX_WAIT_MS}` })
  if (!(after >= 0)) return json(400, { error: 'after must be the id of a message' })
  const filter = { to: url.searchParams.get('to') ?? undefined, after }
  return json(200, await mailbox.waitFor(filter, AbortSignal.any([AbortSignal.timeout(wait), gone])))
}

function readMessage({ mailbox }: Visit, id: number): Reply {
  const message = mailbox.find(id)
  return message ? json(200, message) : json(404, { error: `there is no message ${id}` })
}

function clear({ mailbox }: Visit): Reply {
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
