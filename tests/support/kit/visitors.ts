import { Browser } from './browser.ts'
import { completeAtProvider } from './playground.ts'

type Fields = Record<string, string>

/** A session as the callbacks of the test applications return it. */
export interface Shown {
  readonly user: { readonly name: string; readonly email: string }
  readonly expires: string
  readonly madeFor?: string | null
  readonly reading: string
  readonly count?: number
}

/** The user of `currentUser()`, and the tokens if a test asks for them. */
export interface ShownUser {
  readonly id: string
  readonly accessToken?: string
  /** The type of the error that `tokens` threw. */
  readonly error?: string
}

/** The outcome of a call from a route of the application. */
export interface Outcome {
  readonly value?: unknown
  readonly type?: string
  readonly code?: string
}

/** Returns a browser without cookies. */
export function anonymous(): Browser {
  return new Browser()
}

/**
 * Returns what visitors can do in an application on a server, with any framework.
 * `basePath` is the URL of the library's endpoints.
 */
export function createVisitors(site: string, basePath: string) {
  /**
   * Returns the headers that a browser sends with a form of the page `/forms`. Empty headers are
   * left out.
   */
  const own = (headers: Fields = {}): Fields => {
    const all = { origin: site, 'sec-fetch-site': 'same-origin', referer: `${site}/forms`, ...headers }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  }
  /** Makes a route call one of the functions of `Latchkey`. Follows no redirect. */
  const call = (browser: Browser, name: string, args: unknown[], headers: Fields = {}): Promise<Response> =>
    browser.send(`${site}/api/call`, {
      method: 'POST',
      headers: own({ 'content-type': 'application/json', ...headers }),
      body: JSON.stringify({ call: name, args }),
    })
  return {
    own,
    call,
    /** Returns the outcome of a call that does not redirect. */
    async toOutcome(browser: Browser, name: string, args: unknown[], headers?: Fields): Promise<Outcome> {
      return (await call(browser, name, args, headers)).json()
    },
    /** Returns a browser in which Ann is signed in through the library's own form. */
    async ann(email = 'ann@example.com'): Promise<Browser> {
      const browser = anonymous()
      await browser.post(`${basePath}/callback/credentials`, { email, password: 'right' })
      return browser
    },
    /** Returns a browser in which Ada is signed in with the provider of the playground. */
    async ada(provider: string, variant: string): Promise<Browser> {
      const browser = anonymous()
      const headers = { 'x-variant': variant }
      const start = await browser.post(`${basePath}/signin/${provider}`, {}, headers)
      const callback = await completeAtProvider(browser, site, start, 'Ada Lovelace', 'Allow')
      await browser.get(callback, headers)
      return browser
    },
    /** Returns a browser with a copy of the cookies of another one. */
    copyBrowser(browser: Browser): Browser {
      const copy = anonymous()
      for (const { name, value } of browser.cookies(site)) copy.plant(site, name, value)
      return copy
    },
    /** Returns the e-mail address of the user who is signed in in each browser, or `null`. */
    async usersIn(browsers: Record<string, Browser>): Promise<Record<string, string | null>> {
      const users: Record<string, string | null> = {}
      for (const [name, browser] of Object.entries(browsers)) {
        const session: Shown | null = await (await browser.get(`${basePath}/session`)).json()
        users[name] = session?.user.email ?? null
      }
      return users
    },
    /** Opens a page. `variant` selects the configuration of the application. */
    open(browser: Browser, path: string, variant?: string): Promise<Response> {
      return browser.get(`${site}${path}`, variant === undefined ? {} : { 'x-variant': variant })
    },
    /** Returns the session from the library's own endpoint. */
    async readSession(browser: Browser): Promise<Shown | null> {
      return (await browser.get(`${basePath}/session`)).json()
    },
  }
}

/** Returns the user that a page or route shows, after the session of its layout. */
export async function userShownBy(response: Response): Promise<ShownUser | null> {
  return ((await shownBy(response)) as unknown[]).at(-1) as ShownUser | null
}

/** Returns the sessions that a page or route shows, in order. */
export async function shownBy(response: Response): Promise<(Shown | null)[]> {
  const text = await response.text()
  if (response.headers.get('content-type')?.startsWith('application/json')) return [JSON.parse(text)].flat()
  return [...text.matchAll(/<pre[^>]*>(.*?)<\/pre>/g)].map(([, json = '']) =>
    JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  )
}
