import type { CookieDefinition, CookieJar } from '../../contract/cookie-jar.ts'
import type { Cookie, CookieAttributes } from '../../types/cookies.ts'
import { CHUNK_LENGTH, hasChunked, MAX_CHUNKS, readChunked } from './chunks.ts'

/**
 * Stores a value in one cookie, or in chunks if it is too long. Expires the chunks that a longer
 * previous value needed.
 *
 * @throws {RangeError} if the value needs more chunks than `MAX_CHUNKS`
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
  expireLeftovers(jar, definition)
  const stale = presentNames(jar, definition.name)
  for (let index = 0; index < count; index++) {
    const cookie = toChunk(definition, value, expires, count === 1 ? undefined : index)
    stale.delete(cookie.name)
    jar.set(cookie)
  }
  for (const name of stale) jar.expire({ ...definition, name })
}

function toChunk(
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
  expireLeftovers(jar, definition)
  for (const name of presentNames(jar, definition.name)) jar.expire({ ...definition, name })
}

/**
 * Expires what an earlier configuration may have left under a value's names, if the browser sent
 * several values: cookies without today's `domain`, `path` and `partitioned`. A cookie at another
 * place stays, and both are ignored again: another host may have set it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-5.3 step 11
 */
function expireLeftovers(jar: CookieJar, { name, options }: CookieDefinition): void {
  if (!hasChunked(jar, name) || readChunked(jar, name) !== undefined) return
  const { domain, path, partitioned, ...others } = options
  // A name has no semicolon.
  for (const present of presentNames(jar, name))
    for (const place of combinations(domain, path, partitioned))
      jar.expire({ name: present, options: { ...others, ...place } }, `${present};${JSON.stringify(place)}`)
}

/** Returns the places of earlier cookies, without today's place. */
function combinations(
  domain: string | undefined,
  path: string | undefined,
  partitioned: boolean | undefined,
): CookieAttributes[] {
  const domains = domain === undefined ? [{}] : [{}, { domain }]
  const paths = path === undefined || path === '/' ? [{ path: '/' }] : [{ path: '/' }, { path }]
  const partitions = partitioned ? [{}, { partitioned }] : [{}]
  return domains
    .flatMap((place) => paths.map((other) => ({ ...place, ...other })))
    .flatMap((place) => partitions.map((other) => ({ ...place, ...other })))
    .slice(0, -1)
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
