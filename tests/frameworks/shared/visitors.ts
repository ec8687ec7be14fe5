import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { createVisitors } from '@latchkey/test-support/kit/visitors.ts'

export type Fields = Record<string, string>

/** What visitors can do in the application of a framework. */
export type Visitors = ReturnType<typeof createVisitors> & {
  /** The origin of the application. */
  readonly site: string
  /** The URL of the library's endpoints. */
  readonly base: string
}

/** Submits the form that has a button, as a browser without JavaScript does. */
export type SubmitByButton = (
  browser: Browser,
  button: string,
  fields?: Fields,
  headers?: Fields,
  path?: string,
) => Promise<Response>

/** Returns the names of the cookies that a response sets. */
export function setBy(response: Response): string[] {
  return response.headers.getSetCookie().map((header) => header.split('=', 1)[0] ?? '')
}

/** Returns the status and the target of a redirect. */
export function redirectOf(response: Response): { status: number; location: string | null } {
  return { status: response.status, location: response.headers.get('location') }
}
