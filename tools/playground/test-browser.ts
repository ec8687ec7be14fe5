interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

/**
 * The last response of a navigation: a page of the provider, or the address of the application to
 * which it redirected.
 */
export interface LoadedPage {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/**
 * A minimal browser for tests: cookies with paths, redirects, buttons. Stops at the first address
 * outside of `origin`.
 */
export class TestBrowser {
  #cookies: readonly Cookie[] = []
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Opens an address and follows redirects. */
  async open(url: URL | string, init: RequestInit = {}): Promise<LoadedPage> {
    const address = new URL(url, this.#origin)
    if (address.origin !== this.#origin) return { url: address, status: 0, headers: new Headers(), body: '' }
    const headers = { accept: 'text/html', cookie: this.#cookiesFor(address.pathname) }
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    this.#keep(response.headers.getSetCookie())
    const location = response.headers.get('location')
    if (location) return this.open(new URL(location, address))
    return { url: address, status: response.status, headers: response.headers, body: await response.text() }
  }

  /** Presses a button: submits the fields to the page itself, or to the action of its form. */
  press(page: LoadedPage, fields: Readonly<Record<string, string>>): Promise<LoadedPage> {
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
