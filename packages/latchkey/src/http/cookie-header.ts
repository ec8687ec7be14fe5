import type { CookieReader } from '../types/cookies.ts'

/** More than any server accepts by default. A longer header is ignored. */
const MAX_HEADER_LENGTH = 32 * 1024

/**
 * Returns a reader for single cookies of a `Cookie` header. A session check needs only one cookie,
 * and searching for it is faster than parsing them all.
 *
 * Names are compared byte by byte, and only spaces and tabs around a pair are removed. If two
 * cookies have the same name, the first one is used. Browsers send the cookie with the longest path
 * first.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-5.4
 */
export function readCookieHeader(header: string | null): CookieReader {
  const text = header === null || header.length > MAX_HEADER_LENGTH ? '' : header
  return {
    get: (name) => findCookie(text, name),
    names: () => text.split(';').map((pair) => trim(pair.split('=', 1)[0] ?? '')),
  }
}

function findCookie(text: string, name: string): string | undefined {
  const needle = `${name}=`
  for (let start = text.indexOf(needle); start !== -1; start = text.indexOf(needle, start + 1)) {
    if (!startsPair(text, start)) continue
    const end = text.indexOf(';', start)
    return decode(trim(text.slice(start + needle.length, end === -1 ? undefined : end)))
  }
  return undefined
}

function startsPair(text: string, start: number): boolean {
  let before = start - 1
  while (before >= 0 && isBlank(text.charCodeAt(before))) before--
  return before < 0 || text[before] === ';'
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
