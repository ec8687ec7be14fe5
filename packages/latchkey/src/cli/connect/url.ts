import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { usageProblem } from '../problem.ts'

/** A family of databases with the same SQL. */
export type Dialect = 'postgres' | 'mysql' | 'sqlite'

/** Where a database is. */
export type DatabaseLocation =
  | { readonly dialect: 'postgres' | 'mysql'; readonly url: URL }
  | { readonly dialect: 'sqlite'; readonly path: string }
  | { readonly dialect: 'sqlite'; readonly url: URL }

const ACCEPTED =
  '`postgres://`, `postgresql://`, `mysql://`, `mariadb://`, `libsql://`, or a file: `file:app.db`'
const WINDOWS_PATH = /^[a-z]:[\\/]/i

/**
 * Reads a database URL. The error does not contain the URL, because it may contain a password.
 *
 * @throws {Problem} if no database has such a URL
 */
export function parseLocation(text: string): DatabaseLocation {
  if (text === ':memory:' || WINDOWS_PATH.test(text)) return { dialect: 'sqlite', path: text }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  switch (scheme) {
    case 'postgres':
    case 'postgresql':
      return { dialect: 'postgres', url: parse(text) }
    case 'mysql':
    case 'mariadb':
      return { dialect: 'mysql', url: parse(text) }
    case 'libsql':
      return { dialect: 'sqlite', url: parse(text) }
    case 'file':
      return { dialect: 'sqlite', path: toPath(text) }
    case undefined:
      if (isPath(text)) return { dialect: 'sqlite', path: text }
      throw usageProblem(`The database URL has no scheme. Use ${ACCEPTED}.`)
    default:
      throw usageProblem(`The database URL starts with \`${scheme}:\`. Use ${ACCEPTED}.`)
  }
}

/** Returns a location's parts that must not be printed. */
export function listSecretParts(location: DatabaseLocation): string[] {
  if (!('url' in location)) return []
  const { password, searchParams } = location.url
  const tokens = ['authToken', 'password'].flatMap((name) => searchParams.get(name) ?? [])
  return [password, decode(password), ...tokens].filter(Boolean)
}

/** Describes a location without its password and its parameters. */
export function describeLocation(location: DatabaseLocation): string {
  if ('path' in location) return location.path
  const { protocol, username, host, pathname } = location.url
  return `${protocol}//${username ? `${username}@` : ''}${host}${pathname}`
}

function parse(text: string): URL {
  if (URL.canParse(text)) return new URL(text)
  throw usageProblem(
    'The database URL cannot be parsed. Encode `@`, `:`, `/`, `?` and `#` in its password, ' +
      'for example `%40` for `@`.',
  )
}

/** Prisma and libSQL write relative paths after `file:`. */
function toPath(text: string): string {
  const [withoutParameters = ''] = text.split('?')
  return withoutParameters.startsWith('file://')
    ? fileURLToPath(withoutParameters)
    : withoutParameters.slice('file:'.length)
}

function isPath(text: string): boolean {
  return /^\.{0,2}[\\/]|\.(?:db|sqlite|sqlite3)$/i.test(text) || existsSync(text)
}

/** Decodes a part of a URL, which may contain a literal `%`. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
