import { type Client, type ClientOptions, createClient } from 'latchkey/client'
import { vi } from 'vitest'
import { ORIGIN } from './app.ts'
import { Browser, type Site } from './browser.ts'

/** A page of an application that runs the browser client. */
export interface Page {
  readonly client: Client
  readonly browser: Browser
  /** Method and path with query of each request, in their order. */
  readonly requests: string[]
  /** What was sent with the last request. */
  readonly last: { readonly headers: Headers; readonly body: string }
  /** Where the client sent the page. */
  readonly visits: string[]
  /** What it told about failures. */
  readonly errors: Error[]
  /** Answers instead of the server while it is set. */
  answer: ((request: Request) => Response | Promise<Response>) | undefined
}

interface PageOptions extends ClientOptions {
  browser?: Browser
  /** Headers in which a browser says where a form comes from. `{}`: one that says nothing. */
  says?: Record<string, string>
}

const OWN = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }

/** Opens a page with the globals that one has; they are taken away by `vi.unstubAllGlobals`. */
export function openPage(
  app: Site,
  { browser = new Browser(app), says = OWN, ...options }: PageOptions = {},
): Page {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('location', { href: `${ORIGIN}/start?tab=1` })
  return connect(browser, says, options)
}

/** A client over a browser's cookies, with what it did. */
function connect(browser: Browser, says: Record<string, string>, options: ClientOptions): Page {
  const page = { browser, requests: [] as string[], visits: [] as string[], errors: [] as Error[] }
  const whole = { ...page, last: { headers: new Headers(), body: '' }, answer: undefined as Page['answer'] }
  const send: typeof fetch = async (input, init) => {
    const url = new URL(String(input), ORIGIN)
    const request = new Request(url, init)
    whole.requests.push(`${request.method} ${url.href.slice(ORIGIN.length)}`)
    whole.last = { headers: request.headers, body: await request.clone().text() }
    if (whole.answer) return whole.answer(request)
    const headers = { ...Object.fromEntries(request.headers), ...says }
    const { body } = whole.last
    return browser.send(url.href, { method: request.method, headers, ...(body !== '' && { body }) })
  }
  const client = createClient({
    fetch: send,
    navigate: (url) => whole.visits.push(url),
    onError: (error) => whole.errors.push(error),
    ...options,
  })
  return Object.assign(whole, { client })
}
