/** An element as a browser parses it. */
export interface Element {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  /** Names of the elements that contain it. */
  readonly ancestors: string
}

export interface Document {
  readonly elements: readonly Element[]
  /** The text between the tags. */
  readonly texts: readonly string[]
}

const DOCTYPE = '<!doctype html>'
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<]*")?)*) ?\/?>|[^<]+/gy
const ATTRIBUTE = / ([a-z-]+)(?:="([^"<]*)")?/g
const VOID = ['meta', 'img', 'input']

/**
 * Parses HTML more strictly than a browser, so that accepted HTML is unambiguous: lower-case tags
 * that are closed in order, attributes in double quotes without "<", no comment, no script, text
 * without "<".
 *
 * @throws {SyntaxError} for any other HTML
 */
export function readHtml(html: string): Document {
  const elements: Element[] = []
  const texts: string[] = []
  const open: string[] = []
  for (const [token, slash, tag, attributes = ''] of listTokens(html)) {
    if (tag === undefined) texts.push(decodeText(token))
    else if (slash === '/') close(open, tag)
    else {
      elements.push({ tag, attributes: readAttributes(attributes), ancestors: open.join(' ') })
      if (!VOID.includes(tag)) open.push(tag)
    }
  }
  if (open.length > 0) throw new SyntaxError(`Not closed: ${open.join(' ')}`)
  return { elements, texts }
}

/** Splits HTML into tags and text. */
function listTokens(html: string): RegExpExecArray[] {
  if (!html.startsWith(DOCTYPE)) throw new SyntaxError('No doctype.')
  const rest = html.slice(DOCTYPE.length)
  const tokens = [...rest.matchAll(TOKEN)]
  const end = tokens.reduce((length, [token]) => length + token.length, 0)
  if (end !== rest.length) throw new SyntaxError(`Neither tag nor text: ${rest.slice(end, end + 80)}`)
  return tokens
}

function close(open: string[], tag: string): void {
  if (open.pop() !== tag) throw new SyntaxError(`Closed without being open: ${tag}`)
}

function readAttributes(text: string): Map<string, string> {
  return new Map([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, decodeText(value)]))
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** @throws {SyntaxError} for an ampersand that does not start one of the entities above */
function decodeText(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|#39);)?/g, (_, name: string | undefined) => {
    if (name === undefined) throw new SyntaxError(`Unescaped ampersand: ${text}`)
    return ENTITIES[name] ?? ''
  })
}
