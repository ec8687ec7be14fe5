import type { CookieDefinition, CookieJar } from '../contract/cookie-jar.ts'
import type { Cookie } from '../types/cookies.ts'

/** Browsers store 4096 bytes per cookie. The rest is left for the name and the attributes. */
const CHUNK_LENGTH = 3936
/** Leaves room in the `Cookie` header for the cookies of the application. */
const MAX_CHUNKS = 7

/**
 * Returns the value that was stored under a name, in one cookie or in the chunks `<name>.0`,
 * `<name>.1`, … Other cookies whose names start with `<name>` are ignored.
 *
 * Returns an empty string if a chunk is missing, so that the caller can tell an incomplete value
 * from no value. Returns `undefined` if there are several values, also if a cookie stands beside
 * the chunks of another value.
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

/**
 * Stores a value in one cookie, or in chunks if it is too long. Expires the chunks that a longer
 * previous value needed.
 *
 * @throws {RangeError} when the value needs more chunks than `MAX_CHUNKS`
 */
export function writeChunked(
  jar: CookieJar,
  definition: CookieDefinition,
  value: string,
  expires: Date,
): void {
  const count = Math.ceil(value.length / CHUNK_LENGTH)
  if (count > MAX_CHUNKS) {
    throw new RangeError(
      `The session has ${value.length} characters, but cookies hold only ${MAX_CHUNKS * CHUNK_LENGTH}. ` +
        'Return less data from the `jwt` callback.',
    )
  }
  const stale = presentNames(jar, definition.name)
  for (let index = 0; index < count; index++) {
    const cookie = chunkOf(definition, value, expires, count === 1 ? undefined : index)
    stale.delete(cookie.name)
    jar.set(cookie)
  }
  for (const name of stale) jar.expire({ ...definition, name })
}

function chunkOf(
  definition: CookieDefinition,
  value: string,
  expires: Date,
  index: number | undefined,
): Cookie {
  const options = { ...definition.options, expires }
  if (index === undefined) return { name: definition.name, value, options }
  return {
    name: `${definition.name}.${index}`,
    value: value.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH),
    options,
  }
}

/** Expires a value with all its chunks, even if some chunks are missing. */
export function expireChunked(jar: CookieJar, definition: CookieDefinition): void {
  for (const name of presentNames(jar, definition.name)) jar.expire({ ...definition, name })
}

function presentNames(jar: CookieJar, name: string): Set<string> {
  const present = new Set<string>()
  for (const candidate of jar.names()) {
    if (
      candidate === name ||
      (candidate.startsWith(`${name}.`) && isChunkNumber(candidate.slice(name.length + 1)))
    )
      present.add(candidate)
  }
  return present
}

function isChunkNumber(text: string): boolean {
  return /^\d$/.test(text) && Number(text) < MAX_CHUNKS
}
