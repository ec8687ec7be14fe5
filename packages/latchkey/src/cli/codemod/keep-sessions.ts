import type ts from 'typescript'
import { type Configuration, type Part, unwrap } from './configuration-objects.ts'
import type { Edit } from './edits.ts'
import type { Finding } from './module-references.ts'
import { lineAt } from './source.ts'
import { typescript } from './typescript.ts'

/** An edit in one of several files, or what cannot be edited. */
export type Change = { readonly path: string; readonly edit: Edit } | Finding

/**
 * Adds `cookiePrefix: 'authjs'` to the part that each configuration has in common with others, so
 * that a split configuration finds the same cookies everywhere.
 */
export function addCookiePrefix(configurations: readonly Configuration[]): Change[] {
  const shared = new Map<ts.Node, Part>()
  for (const parts of configurations) {
    const [first] = parts
    if (first && !parts.some((part) => propertyOf(part, 'cookiePrefix'))) shared.set(first.object, first)
  }
  return [...shared.values()].map((part) => insert(part, `cookiePrefix: ${quoted(part, 'authjs')}`))
}

/** Adds `session: { hashToken: false }` to configurations whose sessions are in a database. */
export function keepPlainTokens(configurations: readonly Configuration[]): Change[] {
  const inner = new Set(configurations.flatMap((parts) => parts.slice(0, -1).map(({ object }) => object)))
  const outer = configurations.filter((parts) => parts.some(({ object }) => !inner.has(object)))
  const changes = outer.flatMap(keepPlainTokensIn)
  // Two configurations can have the part with the adapter in common.
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
}

function keepPlainTokensIn(parts: Configuration): Change[] {
  const withAdapter = parts.findLast((part) => propertyOf(part, 'adapter'))
  if (!withAdapter) return []
  const withSession = parts.findLast((part) => propertyOf(part, 'session'))
  if (!withSession) return [insert(withAdapter, 'session: { hashToken: false }')]
  const session = initializerOf(withSession, 'session')
  if (!session || !typescript.isObjectLiteralExpression(session)) return [unknownStrategy(withSession)]
  const options = { source: withSession.source, object: session }
  if (propertyOf(options, 'hashToken')) return []
  const strategy = initializerOf(options, 'strategy')
  const isKnown =
    strategy === undefined ? !propertyOf(options, 'strategy') : typescript.isStringLiteralLike(strategy)
  if (!isKnown) return [unknownStrategy(withSession)]
  if (strategy && typescript.isStringLiteralLike(strategy) && strategy.text === 'jwt') return []
  return [insert(options, 'hashToken: false')]
}

const TRANSACTION_COOKIES = ['pkceCodeVerifier', 'state', 'nonce']

/** Reports settings of cookies that Latchkey does not set: it has one cookie in their place. */
export function reportCookies(configurations: readonly Configuration[]): Finding[] {
  const objects = new Map(configurations.flat().map((part) => [part.object, part]))
  return [...objects.values()].flatMap((part) => {
    const cookies = initializerOf(part, 'cookies')
    if (!cookies || !typescript.isObjectLiteralExpression(cookies)) return []
    const options = { source: part.source, object: cookies }
    return TRANSACTION_COOKIES.flatMap((name) => {
      const property = propertyOf(options, name)
      if (!property) return []
      const line = lineAt(part.source, property.getStart())
      const message = `\`cookies.${name}\` has no effect. Set \`cookies.transaction\`.`
      return [{ file: part.source.path, line, message }]
    })
  })
}

function unknownStrategy(part: Part): Finding {
  return {
    file: part.source.path,
    line: lineAt(part.source, (propertyOf(part, 'session') ?? part.object).getStart()),
    message:
      'The session strategy is not a literal. ' +
      'If sessions are in a database, add `hashToken: false` to `session`.',
  }
}

function propertyOf({ object }: Part, name: string): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((property) => property.name?.getText().replace(/^['"]|['"]$/g, '') === name)
}

function initializerOf(part: Part, name: string): ts.Expression | undefined {
  const property = propertyOf(part, name)
  return property && typescript.isPropertyAssignment(property) ? unwrap(property.initializer) : undefined
}

/** Inserts a property at the start of an object, on a line of its own if the others have one. */
function insert({ source, object }: Part, property: string): Change {
  const start = object.getStart() + 1
  const [first] = object.properties
  const space = first ? first.getFullText().slice(0, first.getLeadingTriviaWidth()) : ''
  const [separator = ' '] = /^\s*/.exec(space) ?? []
  const text = first ? `${separator}${property},` : ` ${property} `
  return { path: source.path, edit: { start, end: start, text } }
}

/** Uses the quotation marks of the file. */
function quoted({ source }: Part, text: string): string {
  const quote = /["']/.exec(source.tree.text)?.[0] ?? "'"
  return `${quote}${text}${quote}`
}
