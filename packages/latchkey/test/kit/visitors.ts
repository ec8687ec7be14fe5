import { Browser } from './browser.ts'

type Fields = Record<string, string>

/** A session as the callbacks of the applications on servers make it. */
export interface Shown {
  readonly user: { readonly name: string; readonly email: string }
  readonly expires: string
  readonly madeFor?: string | null
  readonly reading: string
  readonly count?: number
}

/** What came of a call from a route of the application. */
export interface Outcome {
  readonly value?: unknown
  readonly type?: string
  readonly code?: string
}

/** Somebody without cookies. */
export function stranger(): Browser {
  return new Browser()
}

/** What people do at an application on a server, whatever its framework is. `doors`: where the library's own answer. */
export function visitorsOf(site: string, basePath: string) {
  /** What a browser says about a form of the page `/forms`. A header that is empty is left out. */
  const own = (headers: Fields = {}): Fields => {
    const all = { origin: site, 'sec-fetch-site': 'same-origin', referer: `${site}/forms`, ...headers }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  }
  /** Has a route call one of the functions of `Latchkey`. No redirect is followed. */
  const call = (browser: Browser, name: string, args: unknown[], headers: Fields = {}): Promise<Response> =>
    browser.send(`${site}/api/call`, {
      method: 'POST',
      headers: own({ 'content-type': 'application/json', ...headers }),
      body: JSON.stringify({ call: name, args }),
    })
  return {
    own,
    call,
    /** The outcome of a call, where it is no redirect. */
    async outcomeOf(browser: Browser, name: string, args: unknown[], headers?: Fields): Promise<Outcome> {
      return (await call(browser, name, args, headers)).json()
    },
    /** Somebody who is signed in, by the library's own form. */
    async ann(email = 'ann@example.com'): Promise<Browser> {
      const browser = stranger()
      await browser.post(`${basePath}/callback/credentials`, { email, password: 'right' })
      return browser
    },
    /** Opens a page. `variant` chooses how the application is configured. */
    open(browser: Browser, path: string, variant?: string): Promise<Response> {
      return browser.get(`${site}${path}`, variant === undefined ? {} : { 'x-variant': variant })
    },
    /** The session that the library's own door tells. */
    async sessionOf(browser: Browser): Promise<Shown | null> {
      return (await browser.get(`${basePath}/session`)).json()
    },
  }
}

/** The sessions that a page or route shows, in their order. */
export async function shownBy(response: Response): Promise<(Shown | null)[]> {
  const text = await response.text()
  if (response.headers.get('content-type')?.startsWith('application/json')) return [JSON.parse(text)].flat()
  return [...text.matchAll(/<pre[^>]*>(.*?)<\/pre>/g)].map(([, json = '']) =>
    JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  )
}
