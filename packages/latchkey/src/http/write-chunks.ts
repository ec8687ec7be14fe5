import type { CookieDefinition, CookieJar } from '../contract/cookie-jar.ts'
import type { Cookie } from '../types/cookies.ts'
import { CHUNK_LENGTH, MAX_CHUNKS } from './chunks.ts'

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
