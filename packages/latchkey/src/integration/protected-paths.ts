import { InvalidOption } from '../errors/configuration.ts'

/**
 * Checks a guard's paths and options. A misspelt one would leave a page open.
 *
 * @param owner name of the function that receives them
 * @throws {InvalidOption}
 */
export function checkProtection(
  owner: string,
  paths: readonly string[],
  options: object,
  names: readonly string[],
): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const known = names.map((name) => `\`${name}\``).join(' and ')
    throw new InvalidOption(`\`${unknown}\` is not an option of \`${owner}\`. Known options: ${known}.`)
  }
  const wrong = paths.find((path) => !path.startsWith('/'))
  if (wrong !== undefined)
    throw new InvalidOption(`\`protect\` contains "${wrong}", which is not a path. Start it with a slash.`)
}

/**
 * Returns a path's segments as routers compare them: decoded, and without empty ones. An encoded
 * slash does not separate segments.
 */
export function readSegments(path: string): string[] {
  return path.split('/').filter(Boolean).map(decode)
}

/**
 * Returns whether a path is one of the listed paths or below it. Ignores case, as some routers do.
 * With a router that does not, this also protects paths that have no page.
 */
export function isBelowAny(path: readonly string[], listed: readonly string[]): boolean {
  const requested = path.map((segment) => segment.toLowerCase())
  return listed.some((prefix) =>
    readSegments(prefix).every((segment, index) => segment.toLowerCase() === requested[index]),
  )
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
