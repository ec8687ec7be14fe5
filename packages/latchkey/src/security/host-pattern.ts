/** Labels that have to stand, without `*`, behind the one that has it: a pattern for a whole top-level domain is a mistake. */
const FIXED_LABELS = 2

/**
 * Is this a host as a URL has it (`app.example.com`, `localhost:3000`), or a pattern for hosts: with one `*` in its first label, before two
 * further ones (`*.preview.example.com`, `app-*.example.com`)?
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

/**
 * Is this host the pattern's, or one of the pattern's? A port has to be the same. `*` stands for one or more characters, but never for a dot:
 * `*.example.com` is neither `example.com` nor `a.b.example.com`.
 *
 * @param host as a URL has it, in lower case
 */
export function matchesHost(host: string, pattern: string): boolean {
  const [start = '', end] = pattern.toLowerCase().split('*')
  if (end === undefined) return host === start
  const wild = host.slice(start.length, host.length - end.length)
  return wild !== '' && !wild.includes('.') && host === `${start}${wild}${end}`
}
