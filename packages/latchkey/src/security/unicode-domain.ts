import { normalizeEmail } from './email-address.ts'

const PREFIX = 'xn--'
// The parameters of Punycode. @see https://www.rfc-editor.org/rfc/rfc3492#section-5
const [BASE, T_MIN, T_MAX, SKEW, DAMP] = [36, 1, 26, 38, 700]
const [FIRST_CODE_POINT, FIRST_BIAS, MAX_CODE_POINT] = [128, 72, 0x10ffff]

/**
 * Returns an e-mail address with its domain in Unicode, as it may have been stored before domains
 * were written in ASCII. Returns `undefined` if the domain has no other form.
 */
export function withUnicodeDomain(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const labels = address.slice(at + 1).split('.')
  const decoded = labels.map((label) =>
    label.startsWith(PREFIX) ? decodePunycode(label.slice(PREFIX.length)) : label,
  )
  const form = `${address.slice(0, at)}@${decoded.join('.')}`
  return form !== address && normalizeEmail(form) === address ? form : undefined
}

/** @see https://www.rfc-editor.org/rfc/rfc3492#section-6.2 */
function decodePunycode(text: string): string | undefined {
  const basicEnd = Math.max(0, text.lastIndexOf('-'))
  const output = [...text.slice(0, basicEnd)]
  let [codePoint, bias, index] = [FIRST_CODE_POINT, FIRST_BIAS, 0]
  for (let position = basicEnd > 0 ? basicEnd + 1 : 0; position < text.length; ) {
    const start = index
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = toDigit(text[position++])
      if (digit === undefined) return undefined
      index += digit * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const length = output.length + 1
    bias = adapt(index - start, length, start === 0)
    codePoint += Math.floor(index / length)
    // Also if it is not a number.
    if (!(codePoint <= MAX_CODE_POINT)) return undefined
    index %= length
    output.splice(index++, 0, String.fromCodePoint(codePoint))
  }
  return output.join('')
}

/** `a` to `z` are 0 to 25, `0` to `9` are 26 to 35. */
function toDigit(character = ''): number | undefined {
  if (/^[a-z]$/.test(character)) return character.charCodeAt(0) - 97
  return /^\d$/.test(character) ? Number(character) + 26 : undefined
}

/** @see https://www.rfc-editor.org/rfc/rfc3492#section-6.1 */
function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}
