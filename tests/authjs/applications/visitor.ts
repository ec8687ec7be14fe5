import { type Browser, findForms } from '@latchkey/test-support/kit/browser.ts'
import type { Application, Form } from './application.ts'

type Fields = Readonly<Record<string, string>>

/** A response of an application, as far as the tests compare it. */
export interface SessionResult {
  readonly status: number
  readonly session: unknown
}

/** Returns what a visitor does in an application that was prepared, whichever form of it runs. */
export function createVisitor({ origin }: Pick<Application, 'origin'>) {
  const toUrl = (path: string): string => new URL(path, origin).href
  return {
    /** Opens a page. Follows no redirect. */
    open: (browser: Browser, path: string): Promise<Response> => browser.get(toUrl(path)),

    /**
     * Opens a page, fills in the form whose button contains this text, and submits it, as a browser
     * without JavaScript does.
     */
    async submit(browser: Browser, path: string, button: string, fields: Fields = {}): Promise<Response> {
      const page = await browser.get(toUrl(path))
      const forms = await findForms(page, toUrl(path))
      const form = forms.find(({ buttons }) => buttons.some(({ text }) => text.includes(button)))
      if (!form) throw new Error(`${path} (status ${page.status}) has no form with the button "${button}".`)
      const body = toBody({ ...form.fields, ...fields })
      const headers = { accept: 'text/html', origin, 'sec-fetch-site': 'same-origin' }
      return browser.send(form.action, { method: 'POST', headers, body })
    },

    /** Reads the session as JSON from a route of the application. */
    async session(browser: Browser, path: string): Promise<SessionResult> {
      const response = await browser.get(toUrl(path), { accept: 'application/json' })
      return { status: response.status, session: withoutExpiry(await response.json()) }
    },
  }
}

/** React sends a form with a server action as `multipart/form-data`. */
function toBody(fields: Fields): FormData | URLSearchParams {
  const isServerAction = Object.keys(fields).some((name) => name.startsWith('$ACTION_'))
  const body = isServerAction ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}

/** Runs a function while one form of the application is running. */
export async function whileRunning<T>(
  application: Application,
  form: Form,
  action: () => Promise<T>,
): Promise<T> {
  const server = await application.start(form)
  try {
    return await action()
  } finally {
    await server.stop()
  }
}

/** Returns the path and query to which a response redirects, or `undefined`. */
export function readRedirect(response: Response): string | undefined {
  const location = response.headers.get('location')
  if (location === null) return undefined
  const { pathname, search } = new URL(location, 'http://localhost')
  return pathname + search
}

/** Returns the text of a page. */
export async function readText(response: Response): Promise<string> {
  const html = await response.text()
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

/** The expiry moves with each renewal, so it is only checked to be a date in the future. */
export function withoutExpiry(session: unknown): unknown {
  if (typeof session !== 'object' || session === null || !('expires' in session)) return session
  const { expires, ...rest } = session
  if (!(Date.parse(String(expires)) > Date.now())) throw new Error(`The session has expired: ${expires}`)
  return rest
}

export { Browser } from '@latchkey/test-support/kit/browser.ts'
