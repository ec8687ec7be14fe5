import { threadId } from 'node:worker_threads'
import type { AuthConfig } from 'latchkey'
import { type Client, type ClientOptions, createClient } from 'latchkey/client'
import { expect, vi } from 'vitest'
import { createApp, ORIGIN } from './app.ts'
import { Browser, type Site } from './browser.ts'
import { signedIn } from './session.ts'

/** URL of the pages that `openPage` opens. */
export const PAGE_URL = `${ORIGIN}/start?tab=1`

/** A page of an application, running the browser client. */
export interface Page {
  readonly client: Client
  readonly browser: Browser
  /** Method and path with query of each request, in order. */
  readonly requests: string[]
  /** Headers and body of the last request. */
  readonly last: { readonly headers: Headers; readonly body: string }
  /** URLs to which the client navigated. */
  readonly navigations: string[]
  /** Errors that the client reported. */
  readonly errors: Error[]
  /** Returns the response instead of the server while it is set. */
  respond: ((request: Request) => Response | Promise<Response>) | undefined
}

interface PageOptions extends ClientOptions {
  browser?: Browser
  /** Headers that name the origin of a request. `{}`: a browser that sends none. */
  originHeaders?: Record<string, string>
}

const SAME_ORIGIN = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }

/** A channel that test files in other threads, which run at the same time, do not hear. */
class OwnChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${threadId}`)
  }
}

/** Opens a page with the globals of a browser window. `vi.unstubAllGlobals` removes them. */
export function openPage(
  app: Site,
  { browser = new Browser(app), originHeaders = SAME_ORIGIN, ...options }: PageOptions = {},
): Page {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('location', { href: PAGE_URL })
  vi.stubGlobal('BroadcastChannel', OwnChannel)
  return connect(browser, originHeaders, options)
}

/** Opens a page of a new application in a browser in which Ann is signed in. */
export async function openSignedInPage(config?: Partial<AuthConfig>): Promise<Page> {
  const app = createApp(config)
  return openPage(app, { browser: await signedIn(app) })
}

/** Returns the messages that other tabs receive while `act` runs. */
export async function messagesToOtherTabs(act: () => Promise<unknown>): Promise<unknown[]> {
  const messages: unknown[] = []
  const otherTab = new BroadcastChannel('next-auth')
  otherTab.onmessage = (event) => messages.push((event as MessageEvent).data)
  await act()
  // Messages arrive in order: once this one is there, so are all before it.
  const end = new BroadcastChannel('next-auth')
  end.postMessage('end')
  await vi.waitFor(() => expect(messages.at(-1)).toBe('end'))
  end.close()
  otherTab.close()
  return messages.slice(0, -1)
}

/** Creates a client that uses a browser's cookies, and records what it does. */
function connect(browser: Browser, originHeaders: Record<string, string>, options: ClientOptions): Page {
  const page = { browser, requests: [] as string[], navigations: [] as string[], errors: [] as Error[] }
  const recorded = {
    ...page,
    last: { headers: new Headers(), body: '' },
    respond: undefined as Page['respond'],
  }
  const send: typeof fetch = async (input, init) => {
    const url = new URL(String(input), ORIGIN)
    const request = new Request(url, init)
    recorded.requests.push(`${request.method} ${url.href.slice(ORIGIN.length)}`)
    recorded.last = { headers: request.headers, body: await request.clone().text() }
    if (recorded.respond) return recorded.respond(request)
    const headers = { ...Object.fromEntries(request.headers), ...originHeaders }
    const { body } = recorded.last
    return browser.send(url.href, { method: request.method, headers, ...(body !== '' && { body }) })
  }
  const client = createClient({
    fetch: send,
    navigate: (url) => recorded.navigations.push(url),
    onError: (error) => recorded.errors.push(error),
    ...options,
  })
  return Object.assign(recorded, { client })
}
