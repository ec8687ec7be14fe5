import type { CookieDefinition, CookieJar } from '../../contract/cookie-jar.ts'
import { CHUNK_LENGTH, MAX_CHUNKS } from './chunks.ts'

/** What a browser sends besides cookies, in bytes: the URL, the previous page, its languages. */
const OTHER_HEADERS = 2048

/**
 * Returns how many bytes are left in the `Cookie` header for some cookies, so that this process can
 * read it: Node.js responds to longer headers with status 431, even for a sign-out. If the limit is
 * not known, returns the most that `writeChunked` accepts.
 *
 * @param isOne returns whether a name is one of these cookies
 */
export function roomFor(jar: CookieJar, isOne: (name: string) => boolean): number {
  const limit = globalThis.process?.getBuiltinModule?.('http')?.maxHeaderSize
  if (limit === undefined) return MAX_CHUNKS * CHUNK_LENGTH
  const others = jar.names().filter((name) => !isOne(name))
  return limit - OTHER_HEADERS - others.reduce((sum, name) => sum + cookieLength(name, jar.get(name)), 0)
}

/** Returns a cookie's length in the `Cookie` header: `name=value; `. */
export function cookieLength(name: string, value = ''): number {
  return name.length + value.length + 3
}

/** Returns a value's length in the `Cookie` header, in one cookie or in chunks. */
export function chunksLength(name: string, value: string): number {
  return value.length + Math.ceil(value.length / CHUNK_LENGTH) * cookieLength(`${name}.0`)
}

/** Returns whether a name is a cookie's name, or that name with a dot and a suffix. */
export function isNamedBy({ name }: CookieDefinition, candidate: string): boolean {
  return candidate === name || candidate.startsWith(`${name}.`)
}
