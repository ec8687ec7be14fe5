/**
 * Labels without `*` that must follow the wildcard label. A pattern for a whole top-level domain is
 * a mistake.
 */
const FIXED_LABELS = 2

/**
 * Returns whether a value is a host as in a URL (`app.example.com`, `localhost:3000`) or a host
 * pattern. A pattern has one `*` in its first label, followed by at least two other labels
 * (`*.preview.example.com`, `app-*.example.com`).
 */
export function isHostPattern(text: unknown): text is string {
  if (typeof text !== 'string') return false
  const [first = '', ...others] = text.split('.')
  const isWild = text.includes('*')
  if (
    isWild &&
    (first.split('*').length !== 2 ||
      others.length < FIXED_LABELS ||
      others.some((label) => label.includes('*')))
  )
    return false
  const example = text.replace('*', 'x').toLowerCase()
  return URL.parse(`https://${example}`)?.host === example
}
