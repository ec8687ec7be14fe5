import type { CookieJar } from '../../contract/cookie-jar.ts'

/** Browsers store 4096 bytes per cookie. The rest is left for the name and the attributes. */
export const CHUNK_LENGTH = 3936
/** Leaves room in the `Cookie` header for the application's cookies. */
export const MAX_CHUNKS = 7

/**
 * Returns the value that was stored under a name, in one cookie or in the chunks `<name>.0`,
 * `<name>.1`, … Ignores other cookies whose names start with `<name>`.
 *
 * Returns an empty string if a chunk is missing, so that the caller can distinguish an incomplete
 * value from no value. Returns `undefined` if there are several values, including a cookie next to
 * another value's chunks.
 */
export function readChunked(jar: CookieJar, name: string): string | undefined {
  const value = jar.get(name)
  if (value !== undefined) return hasFirstChunk(jar, name) ? undefined : value
  if (jar.has(name)) return undefined
  const chunks: (string | undefined)[] = []
  for (let index = 0; index < MAX_CHUNKS; index++) {
    const chunk = jar.get(`${name}.${index}`)
    if (chunk !== undefined) chunks[index] = chunk
  }
  if (chunks.length === 0) return undefined
  if (hasAmbiguousChunk(jar, name)) return undefined
  // `includes` also finds the holes in the array, which are missing chunks.
  return chunks.includes(undefined) ? '' : chunks.join('')
}

/** A shorter one is not the start of a long value: anyone could end a session with it. */
function hasFirstChunk(jar: CookieJar, name: string): boolean {
  const first = `${name}.0`
  return jar.has(first) && (jar.get(first)?.length ?? CHUNK_LENGTH) >= CHUNK_LENGTH
}

function hasAmbiguousChunk(jar: CookieJar, name: string): boolean {
  for (let index = 0; index < MAX_CHUNKS; index++)
    if (jar.has(`${name}.${index}`) && jar.get(`${name}.${index}`) === undefined) return true
  return false
}

/** Returns whether the browser sent a value under a name, complete and unambiguous or not. */
export function hasChunked(jar: CookieJar, name: string): boolean {
  return jar.has(name) || jar.has(`${name}.0`)
}
