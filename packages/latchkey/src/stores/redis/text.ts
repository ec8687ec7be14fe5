/**
 * Returns how a value is stored. The Upstash client parses anything that looks like JSON, so such a
 * value gets a prefix, with every client: an application may use several. Whole numbers are stored
 * as they are, because counters are whole numbers.
 */
export function toStored(value: string): string {
  return value.startsWith('=') || isChangedByParsing(value) ? `=${value}` : value
}

/** Returns a reply's value, or `undefined` if there is none. */
export function fromStored(reply: unknown): string | undefined {
  if (reply === null || reply === undefined) return undefined
  const text = String(reply)
  return text.startsWith('=') ? text.slice(1) : text
}

function isChangedByParsing(value: string): boolean {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed !== 'number' || !Number.isSafeInteger(parsed) || String(parsed) !== value
  } catch {
    return false
  }
}
