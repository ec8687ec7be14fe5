import { duration, normalize, normalizeText, type Plain } from './normalize.ts'

/** Describes what a browser or a script sees of a response. */
export async function describeResponse(response: Response, url: string): Promise<Plain> {
  const type = response.headers.get('content-type')
  const location = response.headers.get('location')
  const body = location === null ? await response.text() : ''
  return {
    status: response.status,
    ...(type !== null && { 'content-type': type.replace(/;\s*/g, '; ').toLowerCase() }),
    ...(location !== null && { redirect: describeUrl(new URL(location, url)) }),
    cookies: describeCookies(response.headers.getSetCookie()),
    ...describeBody(type ?? '', body, url),
  }
}

/** Splits a URL into its target and its query. */
export function describeUrl(url: URL): Plain {
  const query = Object.fromEntries(
    [...url.searchParams].map(([name, value]) => [name, isRandom(name) ? '<random>' : normalizeText(value)]),
  )
  return {
    target: normalizeText(`${url.origin}${url.pathname}${url.hash}`),
    ...(url.search !== '' && { query }),
  }
}

function describeBody(type: string, body: string, url: string): { [name: string]: Plain } {
  if (body === '') return {}
  if (type.includes('json')) return { json: describeJson(JSON.parse(body), url) }
  if (type.includes('html')) return { page: describePage(body, url) }
  return { text: normalizeText(body) }
}

/** Describes the URL that scripts receive like the target of a redirect. */
function describeJson(value: unknown, url: string): Plain {
  if (typeof value !== 'object' || value === null || !('url' in value) || typeof value.url !== 'string')
    return normalize(value)
  return { ...(normalize(value) as object), url: describeUrl(new URL(value.url, url)) }
}

/** The reference of an error in the log, and one-time values of OAuth. */
function isRandom(name: string): boolean {
  return ['reference', 'state', 'nonce', 'code_challenge'].includes(name)
}

/** Describes the title of a page, and its forms with the names of their fields. */
function describePage(html: string, url: string): Plain {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, form = '', content = '']) => ({
      method: (readAttribute(form, 'method') ?? 'get').toLowerCase(),
      action: normalizeText(new URL(readAttribute(form, 'action') ?? '', url).href),
      fields: [...content.matchAll(/<(?:input|button)\b([^>]*)>/g)]
        .map(([, field = '']) => readAttribute(field, 'name') ?? '')
        .filter((name) => name !== '')
        .sort()
        .join(', '),
    }),
  )
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''
  return { title, forms: Object.fromEntries(forms.map(({ action, ...form }) => [action, form])) }
}

function readAttribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&')
}

/**
 * Describes each cookie as a browser stores it: if a response sets one twice, the last header
 * counts.
 */
function describeCookies(headers: readonly string[]): Plain {
  return Object.fromEntries(headers.map(describeCookie))
}

function describeCookie(header: string): [string, Plain] {
  const [pair = '', ...attributes] = header.split(/;\s*/)
  const name = pair.slice(0, pair.indexOf('='))
  const lifetime = describeLifetime(attributes)
  const lasting = attributes.filter((attribute) => !/^(?:max-age|expires)=/i.test(attribute))
  const value = normalizeText(decodeURIComponent(pair.slice(pair.indexOf('=') + 1)))
  return [
    normalizeText(name).replace(/(\.transaction\.).*/, '$1<id>'),
    lifetime === 'cleared' ? 'cleared' : { value, lifetime, attributes: lasting.sort().join('; ') },
  ]
}

/** `Max-Age` takes precedence over `Expires`. */
function describeLifetime(attributes: readonly string[]): string {
  const values = Object.fromEntries(
    attributes.map((attribute) => [
      attribute.split('=')[0]?.toLowerCase(),
      attribute.slice(attribute.indexOf('=') + 1),
    ]),
  )
  const seconds = values['max-age'] ?? (values.expires && (Date.parse(values.expires) - Date.now()) / 1000)
  if (seconds === undefined) return 'until the browser is closed'
  return Number(seconds) <= 0 ? 'cleared' : duration(Math.round(Number(seconds)))
}
