import type ts from 'typescript'
import { type Configuration, type Part, unwrap } from './configuration-objects.ts'
import type { Edit } from './edits.ts'
import type { Finding } from './module-references.ts'
import { findNodes, lineAt, type Source } from './source.ts'
import { typescript } from './typescript.ts'

/** An edit in one of several files, or what cannot be edited. */
export type Change = { readonly path: string; readonly edit: Edit } | Finding

/**
 * Adds `cookiePrefix: 'authjs'` to the part that each configuration shares with others, so that a
 * split configuration finds the same cookies everywhere. A session cookie whose name the
 * application chose keeps it without the prefix.
 */
export function addCookiePrefix(configurations: readonly Configuration[]): Change[] {
  const shared = new Map<ts.Node, Part>()
  for (const parts of configurations) {
    const [first] = parts
    const isSet = parts.some((part) => findProperty(part, 'cookiePrefix') || namesSessionCookie(part))
    if (first && !isSet) shared.set(first.object, first)
  }
  return [...shared.values()].flatMap((part) => [
    insert(part, `cookiePrefix: ${quoted(part, 'authjs')}`),
    ...unknownCookies(part),
  ])
}

function namesSessionCookie(part: Part): boolean {
  const sessionToken = partNamed(partNamed(part, 'cookies'), 'sessionToken')
  return sessionToken !== undefined && findProperty(sessionToken, 'name') !== undefined
}

/** Returns the object in a property of the part, if it is a literal. */
function partNamed(part: Part | undefined, name: string): Part | undefined {
  const object = part && findInitializer(part, name)
  if (!object || !typescript.isObjectLiteralExpression(object)) return undefined
  return { source: part.source, object }
}

/** Reports cookies that may name the session cookie, as far as the file shows. */
function unknownCookies(part: Part): Finding[] {
  const property = findProperty(part, 'cookies')
  if (!property) return []
  const cookies = partNamed(part, 'cookies')
  if (cookies && !cookies.object.properties.some(typescript.isSpreadAssignment)) return []
  const message = 'If `cookies.sessionToken.name` is set here, remove `cookiePrefix`: it is not needed.'
  return [{ file: part.source.path, line: lineAt(part.source, property.getStart()), message }]
}

/** Adds `session: { hashToken: false }` to configurations with database sessions. */
export function keepPlainTokens(configurations: readonly Configuration[]): Change[] {
  const inner = new Set(configurations.flatMap((parts) => parts.slice(0, -1).map(({ object }) => object)))
  const outer = configurations.filter((parts) => parts.some(({ object }) => !inner.has(object)))
  const changes = outer.flatMap(keepPlainTokensIn)
  // Two configurations can share the part with the adapter.
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
}

function keepPlainTokensIn(parts: Configuration): Change[] {
  const withAdapter = parts.findLast((part) => findProperty(part, 'adapter'))
  if (!withAdapter) return []
  const withSession = parts.findLast((part) => findProperty(part, 'session'))
  if (!withSession) return [insert(withAdapter, 'session: { hashToken: false }')]
  const session = findInitializer(withSession, 'session')
  if (!session || !typescript.isObjectLiteralExpression(session)) return [unknownStrategy(withSession)]
  const options = { source: withSession.source, object: session }
  if (findProperty(options, 'hashToken')) return []
  const strategy = findInitializer(options, 'strategy')
  const isKnown =
    strategy === undefined ? !findProperty(options, 'strategy') : typescript.isStringLiteralLike(strategy)
  if (!isKnown) return [unknownStrategy(withSession)]
  if (strategy && typescript.isStringLiteralLike(strategy) && strategy.text === 'jwt') return []
  return [insert(options, 'hashToken: false')]
}

const TRANSACTION_COOKIES = ['pkceCodeVerifier', 'state', 'nonce']

/** Reports settings for cookies that Latchkey does not set: it has one cookie for all of them. */
export function reportCookies(configurations: readonly Configuration[]): Finding[] {
  const objects = new Map(configurations.flat().map((part) => [part.object, part]))
  return [...objects.values()].flatMap((part) => {
    const cookies = partNamed(part, 'cookies')
    if (!cookies) return []
    return TRANSACTION_COOKIES.flatMap((name) => {
      const property = findProperty(cookies, name)
      if (!property) return []
      const line = lineAt(part.source, property.getStart())
      const message = `\`cookies.${name}\` has no effect. Set \`cookies.transaction\`.`
      return [{ file: part.source.path, line, message }]
    })
  })
}

const TRANSACTION_COOKIE = /authjs\.(?:pkce\.code_verifier|state|nonce)$/

/**
 * Reports code that names a cookie which Latchkey does not set, or reads a variable that Latchkey
 * also reads.
 */
export function reportCookieNames(source: Source): Finding[] {
  const texts = findNodes(source.tree, typescript.isStringLiteralLike)
  const names = findNodes(source.tree, typescript.isIdentifier)
  const found = [
    ...texts
      .filter(({ text }) => TRANSACTION_COOKIE.test(text))
      .map((node) => ({ node, message: `The cookie "${node.text}" is not set. ${ONE_COOKIE}` })),
    ...[...texts, ...names]
      .filter(({ text }) => text === 'AUTH_COOKIE_PREFIX')
      .map((node) => ({ node, message: 'Latchkey also reads `AUTH_COOKIE_PREFIX`. Rename your variable.' })),
  ]
  return found.map(({ node, message }) => {
    return { file: source.path, line: lineAt(source, node.getStart()), message }
  })
}

const ONE_COOKIE = 'One encrypted cookie holds state, nonce and code verifier.'

function unknownStrategy(part: Part): Finding {
  return {
    file: part.source.path,
    line: lineAt(part.source, (findProperty(part, 'session') ?? part.object).getStart()),
    message:
      'The session strategy is not a literal. ' +
      'If sessions are in a database, add `hashToken: false` to `session`.',
  }
}

function findProperty({ object }: Part, name: string): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((property) => property.name?.getText().replace(/^['"]|['"]$/g, '') === name)
}

function findInitializer(part: Part, name: string): ts.Expression | undefined {
  const property = findProperty(part, name)
  return property && typescript.isPropertyAssignment(property) ? unwrap(property.initializer) : undefined
}

/** Inserts a property at an object's start, on its own line if the others have one. */
function insert({ source, object }: Part, property: string): Change {
  const start = object.getStart() + 1
  const [first] = object.properties
  const space = first ? first.getFullText().slice(0, first.getLeadingTriviaWidth()) : ''
  const [separator = ' '] = /^\s*/.exec(space) ?? []
  const text = first ? `${separator}${property},` : ` ${property} `
  return { path: source.path, edit: { start, end: start, text } }
}

/** Uses the file's quotation marks. */
function quoted({ source }: Part, text: string): string {
  const quote = /["']/.exec(source.tree.text)?.[0] ?? "'"
  return `${quote}${text}${quote}`
}
