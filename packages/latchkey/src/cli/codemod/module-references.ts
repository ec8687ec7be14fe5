import type ts from 'typescript'
import type { Edit } from './edits.ts'
import { findNodes, lineAt, type Source } from './source.ts'
import { adviceFor, isAuthModule, moduleFor, type Usage } from './specifiers.ts'
import { typescript } from './typescript.ts'

/** What the script leaves to the developer, with file and line. */
export interface Finding {
  readonly file: string
  /** Starts at 1. */
  readonly line: number
  readonly message: string
}

/** A place where a file names a module. The positions exclude the quotes. */
interface Reference {
  readonly specifier: string
  readonly start: number
  readonly end: number
  readonly usage: Usage
}

/** A file's edits, and what it leaves to the developer. */
export interface Rewrite {
  readonly edits: readonly Edit[]
  readonly findings: readonly Finding[]
}

/**
 * Replaces the Auth.js modules that a file names: in imports, exports, `import()`, import types,
 * `require`, module augmentations, `/// <reference types>`, mocks and comments.
 *
 * @param resolves whether Latchkey has a module. Default: every module that the table names.
 */
export function replaceModules(source: Source, resolves: (specifier: string) => boolean): Rewrite {
  const references = [...referencesIn(source.tree), ...referencesInComments(source.tree)]
  const edits: Edit[] = []
  const findings: Finding[] = []
  for (const { specifier, start, end, usage } of references) {
    if (!isAuthModule(specifier)) continue
    const target = moduleFor(specifier, usage)
    if (target !== undefined && resolves(target)) edits.push({ start, end, text: target })
    else findings.push({ file: source.path, line: lineAt(source, start), message: noModule(specifier) })
  }
  return { edits, findings: [...findings, ...otherMentions(source, references)] }
}

function noModule(specifier: string): string {
  return `"${specifier}" has no counterpart. ${adviceFor(specifier)}`
}

/** Reports lines that name a package in a file without code, such as `tsconfig.json`. */
export function mentionsIn(path: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const [name] = [...line.matchAll(PACKAGE_NAMES)].find(([word]) => isAuthModule(word)) ?? []
    return name === undefined ? [] : [{ file: path, line: index + 1, message: otherMention(name) }]
  })
}

/** Texts in quotes, and YAML keys. */
const PACKAGE_NAMES = /(?<=")[^"]+(?=")|(?<=^\s+['"]?)[\w@/-]+(?=['"]?\s*:)/g

function otherMention(name: string): string {
  return `The string "${name}" names an Auth.js package. Check whether it must change.`
}

/** Reports texts that name a module in another place, such as a list of packages. */
function otherMentions(source: Source, references: readonly Reference[]): Finding[] {
  const known = new Set(references.map(({ start }) => start))
  return findNodes(source.tree, typescript.isStringLiteralLike)
    .filter((node) => isAuthModule(node.text) && !known.has(node.getStart() + 1))
    .map((node) => ({
      file: source.path,
      line: lineAt(source, node.getStart()),
      message: otherMention(node.text),
    }))
}

function referencesIn(tree: ts.SourceFile): Reference[] {
  const declared = tree.typeReferenceDirectives.map(({ fileName, pos, end }) => ({
    specifier: fileName,
    start: pos,
    end,
    usage: 'reference' as const,
  }))
  const others = findNodes(tree, typescript.isStringLiteralLike).flatMap((literal) => {
    const usage = findUsage(literal)
    if (usage === undefined) return []
    return [{ specifier: literal.text, start: literal.getStart() + 1, end: literal.getEnd() - 1, usage }]
  })
  return [...declared, ...others]
}

function findUsage(literal: ts.StringLiteralLike): Usage | undefined {
  const { parent } = literal
  if (typescript.isModuleDeclaration(parent)) return 'augmentation'
  if (typescript.isImportDeclaration(parent) || typescript.isExportDeclaration(parent)) return 'import'
  if (typescript.isExternalModuleReference(parent)) return 'import'
  if (typescript.isArrayLiteralExpression(parent)) return isBundlerList(parent) ? 'package' : undefined
  if (typescript.isLiteralTypeNode(parent) && typescript.isImportTypeNode(parent.parent)) return 'import'
  if (!typescript.isCallExpression(parent) || parent.arguments[0] !== literal) return undefined
  if (parent.expression.kind === typescript.SyntaxKind.ImportKeyword) return 'import'
  return LOADERS.test(parent.expression.getText()) ? 'import' : undefined
}

/**
 * Returns whether a list of package names belongs to the configuration of Next.js, Vite or a
 * bundler.
 */
function isBundlerList({ parent }: ts.ArrayLiteralExpression): boolean {
  return typescript.isPropertyAssignment(parent) && BUNDLER_LISTS.test(parent.name.getText())
}

const BUNDLER_LISTS =
  /^(?:transpilePackages|server(?:External|ComponentsExternal)Packages|(?:no)?external|include|exclude)$/i

/** Calls whose first argument is a module: `require`, `import.meta.resolve`, `vi.mock`, … */
const LOADERS = /^(?:require(?:\.resolve)?|import\.meta\.resolve|(?:vi|jest|mock)\.\w+)$/

function referencesInComments(tree: ts.SourceFile): Reference[] {
  return listComments(tree).flatMap(({ pos, end }) => {
    const comment = tree.text.slice(pos, end)
    if (/^\/\/\/\s*<reference/.test(comment)) return []
    return [...comment.matchAll(QUOTED)].map(({ index, 1: before, 2: quote = '', 3: specifier = '' }) => {
      const start = pos + index + (before ?? '').length + quote.length
      const usage = before === undefined ? 'import' : 'augmentation'
      return { specifier, start, end: start + specifier.length, usage } as const
    })
  })
}

const QUOTED = /(declare\s+module\s+)?(["'`])((?:next-auth|@auth)(?:\/[\w./-]+)?)\2/g

/** Returns a file's comments, each once. */
function listComments(tree: ts.SourceFile): ts.CommentRange[] {
  const comments = new Map<number, ts.CommentRange>()
  const add = (node: ts.Node): void => {
    const children = node.getChildren(tree).filter((child) => !typescript.isJSDoc(child))
    for (const child of children) add(child)
    if (children.length > 0 || typescript.isJsxText(node)) return
    const ranges = [
      ...(typescript.getLeadingCommentRanges(tree.text, node.getFullStart()) ?? []),
      ...(typescript.getTrailingCommentRanges(tree.text, node.getEnd()) ?? []),
    ]
    for (const range of ranges) comments.set(range.pos, range)
  }
  add(tree)
  return [...comments.values()]
}
