import { vi } from 'vitest'
import type { Application } from './application.ts'
import { describeUrl } from './describe-response.ts'
import { normalizeText, type Plain } from './normalize.ts'

/** What the functions of a browser client did on a page. */
export interface Page {
  readonly href: string
  /** The URLs to which the client navigated. */
  readonly navigations: Plain[]
  /** The messages to other tabs. */
  readonly messages: unknown[]
  /** Method and path of each request. */
  readonly requests: string[]
}

/** Runs a function on a page of an application, with the globals of a browser window. */
export async function onPage<T>(app: Application, act: (page: Page) => Promise<T>): Promise<T> {
  const page: Page = { href: `${app.origin}/start?tab=1`, navigations: [], messages: [], requests: [] }
  const location = {
    get href(): string {
      return page.href
    },
    set href(url: string) {
      page.navigations.push(describeUrl(new URL(url, page.href)))
    },
    reload: () => page.navigations.push('reload'),
  }
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('fetch', createFetch(app, page))
  // Other tabs are not part of the scenario: only what is sent to them is.
  vi.stubGlobal('BroadcastChannel', Channel)
  currentPage = page
  try {
    return await act(page)
  } finally {
    vi.unstubAllGlobals()
  }
}

function createFetch(app: Application, page: Page): typeof fetch {
  return async (input, init) => {
    const request = new Request(new URL(String(input), app.origin), init)
    const { pathname } = new URL(request.url)
    page.requests.push(normalizeText(`${request.method} ${pathname}`))
    const body = await request.text()
    const headers = new Headers(request.headers)
    headers.set('origin', app.origin)
    headers.set('sec-fetch-site', 'same-origin')
    return app.browser.send(request.url, { method: request.method, headers, ...(body !== '' && { body }) })
  }
}

/** A client may keep its channel for later pages. */
let currentPage: Page | undefined

class Channel extends EventTarget {
  postMessage(message: unknown): void {
    currentPage?.messages.push(message)
  }

  close(): void {
    this.dispatchEvent(new Event('close'))
  }
}
