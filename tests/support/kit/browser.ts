/** A server that answers requests to one origin, in this process. */
export interface Site {
  readonly origin: string
  fetch(request: Request): Promise<Response>
}

interface StoredCookie {
  readonly origin: string
  readonly name: string
  readonly value: string
  readonly header: string
}

export interface Form {
  readonly action: string
  /** The fields that are sent whichever button is pressed. */
  readonly fields: Readonly<Record<string, string>>
  readonly buttons: readonly { readonly text: string; readonly fields: Readonly<Record<string, string>> }[]
}

/**
 * A browser: keeps cookies, sends `Origin` and `Sec-Fetch-Site` with its forms, and follows
 * redirects on request.
 */
export class Browser {
  readonly #sites: readonly Site[]
  readonly #cookies: StoredCookie[] = []

  constructor(...sites: Site[]) {
    this.#sites = sites
  }

  /** Opens a page. Follows no redirect. */
  get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(url, { method: 'GET', headers: { accept: 'text/html', ...headers } })
  }

  /** Submits a form from a page of the same origin. */
  post(
    url: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const { origin } = new URL(url)
    const sameOrigin = { accept: 'text/html', origin, 'sec-fetch-site': 'same-origin' }
    return this.send(url, {
      method: 'POST',
      headers: { ...sameOrigin, ...headers },
      body: new URLSearchParams(fields),
    })
  }

  /** Follows redirects until a response is not one. @returns it with its URL */
  async follow(response: Response): Promise<{ url: string; response: Response }> {
    let url = ''
    let current = response
    for (let hops = 0; hops < 20; hops++) {
      const location = current.headers.get('location')
      if (location === null) return { url, response: current }
      url = new URL(location, url || undefined).href
      current = await this.get(url)
    }
    throw new Error(`More than 20 redirects, the last to ${url}`)
  }

  async send(url: string, init: RequestInit): Promise<Response> {
    const target = new URL(url)
    const headers = new Headers(init.headers)
    const cookies = this.cookiesFor(target.origin)
    if (cookies !== '') headers.set('cookie', cookies)
    const site = this.#sites.find(({ origin }) => origin === target.origin)
    const request = new Request(target, { ...init, headers, redirect: 'manual' })
    const response = site ? await site.fetch(request) : await fetch(request)
    for (const header of response.headers.getSetCookie()) this.#store(target.origin, header)
    return response
  }

  /** Returns the `Cookie` header for an origin. */
  cookiesFor(origin: string): string {
    return this.cookies(origin)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  cookies(origin: string): StoredCookie[] {
    return this.#cookies.filter((cookie) => cookie.origin === origin)
  }

  /** Sets a cookie directly. */
  plant(origin: string, name: string, value: string): void {
    this.#store(origin, `${name}=${value}`)
  }

  #store(origin: string, header: string): void {
    const [pair = ''] = header.split(';', 1)
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    const index = this.#cookies.findIndex((cookie) => cookie.origin === origin && cookie.name === name)
    if (index !== -1) this.#cookies.splice(index, 1)
    if (!isExpired(header)) this.#cookies.push({ origin, name, value, header })
  }
}

/** Says whether a `Set-Cookie` header removes its cookie. */
function isExpired(header: string): boolean {
  const expires = header.match(/;\s*expires=([^;]+)/i)?.[1]
  return /max-age=0/i.test(header) || (expires !== undefined && Date.parse(expires) < Date.now())
}

/** Returns the forms of a page with the fields they would send unchanged. */
export async function findForms(response: Response, base: string): Promise<Form[]> {
  const html = await response.text()
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, attributes = '', content = '']) => ({
      action: new URL(readAttribute(attributes, 'action') ?? '', base).href,
      fields: Object.assign(
        {},
        ...[...content.matchAll(/<input\b([^>]*)>/g)].map(([, input = '']) => readField(input)),
      ),
      buttons: [...content.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].map(
        ([, button = '', text = '']) => ({
          text: text.replace(/<[^>]*>/g, ' '),
          fields: readField(button),
        }),
      ),
    }),
  )
}

function readField(tag: string): Record<string, string> {
  const name = readAttribute(tag, 'name')
  return name === undefined ? {} : { [name]: readAttribute(tag, 'value') ?? '' }
}

function readAttribute(tag: string, name: string): string | undefined {
  return tag
    .match(new RegExp(`\\b${name}="([^"]*)"`))?.[1]
    ?.replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
}
