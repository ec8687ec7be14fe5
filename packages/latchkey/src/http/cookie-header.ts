import type { CookieReader } from '../types/cookies.ts'

/** More than any server accepts by default. A longer header is ignored. */
const MAX_HEADER_LENGTH = 32 * 1024

/**
 * Returns a reader for single cookies of a `Cookie` header. A session check needs only one cookie,
 * and searching for it is faster than parsing them all.
 *
 * Names are compared byte by byte, and only spaces and tabs around a pair are removed. If several
 * cookies with the same name have different values, none is used: another host of the same domain
 * can set one of them, and can choose which comes first.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-5.4
 */
export function readCookieHeader(header: string | null): Required<CookieReader> {
  const text = header === null || header.length > MAX_HEADER_LENGTH ? '' : header
  return {
    get: (name) => findCookie(text, name),
    has: (name) => findPair(text, `${name}=`, 0) !== -1,
    names: () => text.split(';').map((pair) => trim(pair.split('=', 1)[0] ?? '')),
  }
}

function findCookie(text: string, name: string): string | undefined {
  const needle = `${name}=`
  let start = findPair(text, needle, 0)
  if (start === -1) return undefined
  const value = valueAt(text, start + needle.length)
  while (true) {
    start = findPair(text, needle, start + needle.length)
    if (start === -1) return decode(value)
    if (valueAt(text, start + needle.length) !== value) return undefined
  }
}

/** Returns where the next pair with a name starts, or -1. @param needle the name and `=` */
function findPair(text: string, needle: string, from: number): number {
  let start = text.indexOf(needle, from)
  while (start !== -1 && !startsPair(text, start)) start = text.indexOf(needle, start + 1)
  return start
}

function valueAt(text: string, start: number): string {
  const end = text.indexOf(';', start)
  return trim(text.slice(start, end === -1 ? undefined : end))
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
