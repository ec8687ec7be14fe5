import type { CookieReader } from '../../types/cookies.ts'

/** More than any server accepts by default. A longer header is ignored. */
const MAX_HEADER_LENGTH = 32 * 1024
const EQUALS = 0x3d

/**
 * Returns a reader for single cookies in a `Cookie` header. A session check needs only one cookie,
 * and searching for it is faster than parsing them all.
 *
 * Compares names byte by byte, and removes only spaces and tabs around a pair. If several cookies
 * with the same name have different values, uses none: another host in the same domain can set one
 * of them, and can choose which comes first.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-5.4
 */
export function readCookieHeader(header: string | null): Required<CookieReader> {
  const text = header === null || header.length > MAX_HEADER_LENGTH ? '' : header
  return {
    get: (name) => findCookie(text, name),
    has: (name) => findPair(text, name, -1) !== -1,
    names: () => text.split(';').map((pair) => trim(pair.split('=', 1)[0] ?? '')),
  }
}

function findCookie(text: string, name: string): string | undefined {
  let found: string | undefined
  let separator = -1
  do {
    const start = findPair(text, name, separator)
    if (start === -1) break
    separator = text.indexOf(';', start)
    const value = trim(text.slice(start, separator === -1 ? undefined : separator))
    if (found !== undefined && found !== value) return undefined
    found = value
  } while (separator !== -1)
  return found && decode(found)
}

/**
 * Returns where the value of the next pair with a name starts, or -1. Steps from pair to pair,
 * because most of a header is one long value.
 *
 * @param before index of the semicolon to start at, or -1
 */
function findPair(text: string, name: string, before: number): number {
  let separator = before
  do {
    let start = separator + 1
    while (isBlank(text.charCodeAt(start))) start++
    const end = start + name.length
    if (text.charCodeAt(end) === EQUALS && text.startsWith(name, start)) return end + 1
    separator = text.indexOf(';', start)
  } while (separator !== -1)
  return -1
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** Not `String.trim`, which also removes characters that browsers treat as part of a name. */
function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function decode(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
