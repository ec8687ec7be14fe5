import { isDeletion, type SetCookie } from '../cookie-jar.ts'
import type { CheckTable, Problem } from './check-table.ts'
import { findUnsafePart } from './location.ts'
import { matches } from './pattern.ts'

/** `true`: the attribute is there; otherwise a pattern. */
type Attributes = Readonly<Record<string, true | string>>

export interface CookieChecks {
  setsCookie: { readonly name: string; readonly attrs: Attributes }
  setsNoCookie: string
  deletesCookie: string
  allCookiesHave: Attributes
  maxCookies: number
  /** Characters of a name and its value. */
  maxCookieSize: number
  /** In how many cookies the session is. */
  sessionCookieCount: { readonly min: number; readonly max: number }
  /** The browser has a session cookie with another value than this variable. */
  sessionCookieIsNot: string
  /** The cookie with the callback URL, if it is set to one, leads to a page of the application. */
  callbackCookieIsSafe: true
}

export const cookieChecks: CheckTable<CookieChecks> = {
  setsCookie({ response: { cookies } }, { name, attrs }) {
    const cookie = findSet(cookies, name)
    return cookie ? findWrongAttribute(cookie, attrs) : `cookie ${name} is not set`
  },
  setsNoCookie: ({ response: { cookies } }, name) => findSet(cookies, name) && `cookie ${name} is set`,
  deletesCookie: ({ response: { cookies } }, name) =>
    cookies.some((cookie) => cookie.name === name && isDeletion(cookie))
      ? undefined
      : `cookie ${name} is not deleted`,
  allCookiesHave: ({ response: { cookies } }, attributes) =>
    cookies.map((cookie) => findWrongAttribute(cookie, attributes)).find(Boolean),
  maxCookies: ({ response: { cookies } }, max) =>
    cookies.length <= max ? undefined : `${cookies.length} cookies`,
  maxCookieSize({ response: { cookies } }, max) {
    const large = cookies.find(({ name, value }) => name.length + value.length > max)
    return large && `cookie ${large.name} has ${large.value.length} characters`
  },
  sessionCookieCount({ run }, { min, max }) {
    const { session } = run.app.cookies
    const names = [...run.jar.keys()].filter((name) => name === session || name.startsWith(`${session}.`))
    return names.length >= min && names.length <= max ? undefined : `${names.length} session cookies`
  },
  sessionCookieIsNot({ run }, variable) {
    const session = run.jar.get(run.app.cookies.session)
    return session && session !== run.variables[variable] ? undefined : 'the session cookie is the same'
  },
  callbackCookieIsSafe({ run, response: { cookies } }) {
    const url = decode(findSet(cookies, run.app.cookies.callbackUrl)?.value ?? '')
    const isUrl = /^[a-z][a-z0-9+.-]*:|^[/\\]|^\s/i.test(url)
    const problem = isUrl ? findUnsafePart(url, run.app.origin) : undefined
    return problem && `callback cookie: ${problem}`
  },
}

function findSet(cookies: readonly SetCookie[], name: string): SetCookie | undefined {
  return cookies.find((cookie) => cookie.name === name && cookie.value !== '')
}

function findWrongAttribute({ name, attributes }: SetCookie, wanted: Attributes): Problem {
  const wrong = Object.entries(wanted).find(([attribute, pattern]) => {
    const value = attributes[attribute]
    return pattern === true ? value === undefined : !matches(pattern, value ?? '')
  })
  return wrong && `cookie ${name}: ${wrong[0]}=${attributes[wrong[0]]}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
