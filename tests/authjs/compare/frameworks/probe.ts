import { describeResponse } from '../describe-response.ts'
import { normalize, normalizeText, type Plain } from '../normalize.ts'
import { RunningApplication } from '../running-application.ts'

/** The route of a probe application that returns the recorded calls. */
const CALLS_PATH = '/recorded-calls'

/** Headers of a form that a page of the application submits. */
const SAME_ORIGIN = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }

const REDIRECT_HEADERS = ['x-action-redirect', 'x-from', 'allow', 'x-middleware-rewrite']

type Fields = Readonly<Record<string, string>>

/** A browser at a running probe application, which has the routes that both probes share. */
export class Probe extends RunningApplication {
  constructor(origin: string, basePath: string) {
    super(origin, basePath, CALLS_PATH)
  }

  /** Sends a request to a path of the application, and records what happens. */
  async open(step: string, path: string, init: RequestInit = {}): Promise<Response> {
    await this.takeCalls()
    const headers = { accept: 'text/html', ...(init.headers as Record<string, string>) }
    const response = await this.browser.send(`${this.origin}${path}`, { ...init, headers })
    await this.#describe(step, path, response)
    return response
  }

  /** Sends a request like `open`, and records the status, and whether `authorized` was called. */
  async ask(step: string, path: string): Promise<void> {
    await this.takeCalls()
    const { status } = await this.browser.get(`${this.origin}${path}`)
    const { callbacks } = (await this.takeCalls()) as { callbacks?: { order: string } }
    const isAsked = callbacks?.order.includes('authorized') ?? false
    this.record[step] = { status, 'authorized is called': isAsked }
  }

  /** Submits a form of the application, as a browser without JavaScript does. */
  submit(step: string, path: string, fields: Fields = {}, headers: Fields = {}): Promise<Response> {
    const body = new URLSearchParams(fields)
    return this.open(step, path, {
      method: 'POST',
      headers: { ...SAME_ORIGIN, origin: this.origin, ...headers },
      body,
    })
  }

  /** Submits a form whose action is a server action of React. */
  async submitAction(step: string, path: string, fields: Fields): Promise<Response> {
    const page = await (await this.browser.get(`${this.origin}${path}`)).text()
    const body = new FormData()
    for (const [, input = ''] of page.matchAll(/<input type="hidden"([^>]*)>/g)) {
      const name = /\bname="([^"]*)"/.exec(input)?.[1] ?? ''
      if (name.startsWith('$ACTION')) body.set(name, /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '')
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const headers = { ...SAME_ORIGIN, origin: this.origin, referer: `${this.origin}${path}` }
    return this.open(step, path, { method: 'POST', headers, body })
  }

  /** Signs in with a password. Records nothing. */
  async signedIn(basePath = this.base): Promise<this> {
    const { csrfToken } = (await (await this.browser.get(`${basePath}/csrf`)).json().catch(() => ({}))) as {
      csrfToken?: string
    }
    const fields = { email: 'ann@example.com', password: 'right', ...(csrfToken && { csrfToken }) }
    await this.browser.post(`${basePath}/callback/credentials`, fields)
    await this.takeCalls()
    return this
  }

  /** Stores what a page contains, for pages that differ only there. */
  async #describe(step: string, path: string, response: Response): Promise<void> {
    const url = `${this.origin}${path}`
    const isPage =
      response.headers.get('content-type')?.includes('text/html') && response.headers.get('location') === null
    const html = isPage ? await response.clone().text() : ''
    const { page, ...described } = (await describeResponse(response.clone(), url)) as Record<string, Plain>
    this.observe(
      step,
      {
        ...described,
        ...(isPage && { content: path.includes('/auth/') ? 'a page of the library' : readContent(html) }),
        ...toHeaders(response),
      },
      await this.takeCalls(),
    )
  }

  override observe(step: string, value: unknown, calls = {}): void {
    this.record[step] = { ...(normalize(value) as Record<string, Plain>), ...calls }
  }
}

/** The title, the heading, and what a page shows of the session. */
function readContent(html: string): Plain {
  const text = (tag: string): string | undefined =>
    new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`).exec(html)?.[1]?.replaceAll('&quot;', '"')
  const shown = text('pre')
  return {
    title: text('title') ?? '',
    heading: normalizeText((text('h1') ?? '').replace(/<[^>]*>/g, '').trim()),
    shown: shown === undefined ? '' : normalizeText(shown),
  }
}

function toHeaders(response: Response): Record<string, Plain> {
  const found = REDIRECT_HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, normalizeText(value)]]
  })
  return Object.fromEntries(found)
}
