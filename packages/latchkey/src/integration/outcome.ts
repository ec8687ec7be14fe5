import { SignInIncomplete } from '../errors/second-factor.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { Cookie } from '../types/cookies.ts'
import type { Outcome } from './create-auth.ts'
import type { SignOutResult } from './options.ts'

/** How an integration ends a sign-in or sign-out. */
export interface Conclusion<Redirect = never> {
  readonly write: (cookies: readonly Cookie[]) => void | Promise<void>
  /** Redirects the browser: returns a response, or throws what the framework treats as a redirect. */
  readonly redirect: (url: string) => Redirect
}

/**
 * Writes an outcome's cookies; then redirects, or returns the URL if the caller does not want a
 * redirect.
 *
 * @throws {SignInIncomplete} instead of returning the URL, if the session has not started yet
 */
export async function conclude<Redirect = never>(
  { url, cookies, requirement }: Outcome,
  redirect: unknown,
  conclusion: Conclusion<Redirect>,
): Promise<string | Redirect> {
  await conclusion.write(cookies)
  if (requirement !== undefined && isDeclined(redirect)) throw incomplete(requirement, url)
  return isDeclined(redirect) ? url : conclusion.redirect(url)
}

function incomplete(requirement: string, url: string): SignInIncomplete {
  const message = `The sign-in still requires "${requirement}", so no session has started. Redirect to \`url\`.`
  return new SignInIncomplete(message, { requirement, url })
}

/** Returns whether the caller wants the URL and no redirect. A form sends its fields as text. */
function isDeclined(redirect: unknown): boolean {
  return redirect === false || redirect === 'false'
}

/**
 * Returns a sign-out's result. Its text is not enumerable, because frameworks send plain data to
 * the browser, but no methods.
 */
export function signOutResult(url: string): SignOutResult {
  return Object.defineProperty({ redirect: url }, 'toString', { value: () => url })
}

/**
 * Returns where to go afterwards: `redirectTo`, otherwise the page that the form is on, otherwise
 * the start page.
 */
export function chooseTarget(redirectTo: unknown, headers: HeaderReader, home: string): string {
  return typeof redirectTo === 'string' ? redirectTo : (headers.get('referer') ?? home)
}
