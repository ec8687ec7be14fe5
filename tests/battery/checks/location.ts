import type { CheckTable, Problem } from './check-table.ts'
import { matches } from './pattern.ts'

type Parameters = Readonly<Record<string, string | null>>

export interface LocationChecks {
  locationMatches: string
  locationLacks: string
  /** None of the responses has a location that matches. */
  noLocationMatches: string
  /** The location, if there is one, is a page of the application for every client. */
  locationIsSafe: true
  /** Origins that the location must not have. */
  locationIsNotAt: readonly string[]
  /** Parameters of the authorization URL: patterns, or `null` for those that it must not have. */
  authorizationParams: Parameters
  /** The same, if a sign-in was started. */
  authorizationParamsIfStarted: Parameters
}

export const locationChecks: CheckTable<LocationChecks> = {
  locationMatches: ({ response: { location } }, pattern) =>
    matches(pattern, location ?? '') ? undefined : `location ${location}`,
  locationLacks: ({ response: { location } }, pattern) =>
    matches(pattern, location ?? '') ? `location ${location}` : undefined,
  noLocationMatches({ all }, pattern) {
    const found = all.find(({ location }) => matches(pattern, location ?? ''))
    return found && `location ${found.location}`
  },
  locationIsSafe: ({ run, response }) => findUnsafePart(response.location, run.app.origin),
  locationIsNotAt({ run, response: { location } }, origins) {
    if (location === undefined) return undefined
    const { origin } = new URL(location, run.app.origin)
    return origins.includes(origin) ? `location ${location}` : undefined
  },
  authorizationParams({ response: { status, location } }, wanted) {
    const url = URL.parse(location ?? '')
    return url === null ? `no authorization URL: ${status} ${location}` : findWrongParameter(url, wanted)
  },
  authorizationParamsIfStarted({ response }, wanted) {
    const url = URL.parse(response.location ?? '')
    return url?.pathname.endsWith('/authorize') ? findWrongParameter(url, wanted) : undefined
  },
}

/** Control characters, and the backslash, which some clients read as a slash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE_CHARACTER = /[\u0000-\u001f\u007f\\]/

/**
 * Returns what could lead a client away from the application. The text itself is checked, too: not
 * every client parses a location as browsers do.
 */
export function findUnsafePart(location: string | undefined, origin: string): Problem {
  if (location === undefined) return undefined
  if (UNSAFE_CHARACTER.test(location)) return `control character or backslash in ${JSON.stringify(location)}`
  if (/^\/(?!\/)/.test(location)) return undefined
  const url = URL.parse(location, origin)
  if (url === null) return `not a URL: ${location}`
  if (!/^https?:$/.test(url.protocol)) return `scheme ${url.protocol}`
  if (url.origin !== origin) return `origin ${url.origin}`
  if (url.username || url.password) return `user information in ${location}`
  const isCanonical = location === origin || /^[/?]/.test(location.slice(origin.length))
  return isCanonical && location.startsWith(origin) ? undefined : `not canonical: ${location}`
}

function findWrongParameter({ searchParams }: URL, wanted: Parameters): Problem {
  const wrong = Object.entries(wanted).find(([name, pattern]) => {
    const values = searchParams.getAll(name)
    if (pattern === null) return values.length > 0
    return values.length !== 1 || !matches(pattern, values[0] ?? '')
  })
  return wrong && `${wrong[0]}=${JSON.stringify(searchParams.getAll(wrong[0]))}`
}
