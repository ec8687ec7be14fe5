import type { CookieDefinition, CookieJar } from '../contract/cookie-jar.ts'
import type { Cookie } from '../types/cookies.ts'

/** Browsers keep 4096 bytes of a cookie; this many are left beside name and attributes. */
const CHUNK_LENGTH = 3936
/** As much as is read of a `Cookie` header, with room for the cookies of others. */
const MAX_CHUNKS = 7

/**
 * The value that was stored under a name, whole or in pieces `<name>.0`, `<name>.1`, …; anything else that begins like it is not ours.
 * Of a torn value there is nothing to tell but that it was there: it is empty.
 */
export function readChunked(jar: CookieJar, name: string): string | undefined {
  const whole = jar.get(name)
  if (whole !== undefined) return whole
  const pieces: (string | undefined)[] = []
  for (let index = 0; index < MAX_CHUNKS; index++) {
    const piece = jar.get(`${name}.${index}`)
    if (piece !== undefined) pieces[index] = piece
  }
  if (pieces.length === 0) return undefined
  // A piece that is missing before the last one counts as `undefined` here.
  return pieces.includes(undefined) ? '' : pieces.join('')
}

/**
 * Stores a value, in pieces when it is too long for one cookie, and expires what an earlier value needed beyond it.
 *
 * @throws {RangeError} when it would take more pieces than a server accepts.
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
      `The session takes ${value.length} characters; ${MAX_CHUNKS * CHUNK_LENGTH} fit into cookies. Return less from the \`jwt\` callback.`,
    )
  }
  const stale = presentNames(jar, definition.name)
  for (let index = 0; index < count; index++) {
    const cookie = pieceOf(definition, value, expires, count === 1 ? undefined : index)
    stale.delete(cookie.name)
    jar.set(cookie)
  }
  for (const name of stale) jar.expire({ ...definition, name })
}

function pieceOf(
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

/** Expires a value with all its pieces, those of a torn one too. */
export function expireChunked(jar: CookieJar, definition: CookieDefinition): void {
  for (const name of presentNames(jar, definition.name)) jar.expire({ ...definition, name })
}

function presentNames(jar: CookieJar, name: string): Set<string> {
  const present = new Set<string>()
  for (const candidate of jar.names()) {
    if (
      candidate === name ||
      (candidate.startsWith(`${name}.`) && isPieceNumber(candidate.slice(name.length + 1)))
    )
      present.add(candidate)
  }
  return present
}

function isPieceNumber(text: string): boolean {
  return /^\d$/.test(text) && Number(text) < MAX_CHUNKS
}
