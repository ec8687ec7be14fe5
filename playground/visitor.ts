interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

/** Where a visit ended: at a page of the provider, or at the application's address that it was sent to. */
export interface Arrival {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** A person with a browser, for tests: cookies with their paths, redirects, buttons. Stops at the first address outside of `origin`. */
export class Visitor {
  #cookies: readonly Cookie[] = []
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Opens an address and follows redirects. */
  async open(url: URL | string, init: RequestInit = {}): Promise<Arrival> {
    const address = new URL(url, this.#origin)
    if (address.origin !== this.#origin) return { url: address, status: 0, headers: new Headers(), body: '' }
    const headers = { accept: 'text/html', cookie: this.#cookiesFor(address.pathname) }
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    this.#keep(response.headers.getSetCookie())
    const location = response.headers.get('location')
    if (location) return this.open(new URL(location, address))
    return { url: address, status: response.status, headers: response.headers, body: await response.text() }
  }

  /** Presses a button: sends these fields to the page itself, or to where its form says. */
  press(page: Arrival, fields: Readonly<Record<string, string>>): Promise<Arrival> {
    const hidden = [...page.body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      (match) => [match[1] ?? '', match[2] ?? ''],
    )
    const action = /<form[^>]* action="([^"]+)"/.exec(page.body)?.[1] ?? page.url
    return this.open(action, {
      method: 'POST',
      body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }),
    })
  }

  #cookiesFor(path: string): string {
    const sent = this.#cookies.filter(
      (cookie) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')),
    )
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  #keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/'
      const others = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
      this.#cookies = value === '' ? others : [...others, { name, value, path }]
    }
  }
}
