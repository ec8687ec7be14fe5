import { configurationsIn } from './configuration-objects.ts'
import { applyEdits, type Edit } from './edits.ts'
import { renameEntryPoints } from './entry-points.ts'
import { addCookiePrefix, keepPlainTokens, reportCookieNames, reportCookies } from './keep-sessions.ts'
import { type Finding, mentionsIn, replaceModules } from './module-references.ts'
import { notesOn } from './notes.ts'
import { migratePackageFile } from './package-file.ts'
import type { Files } from './project-files.ts'
import { isSource, parseSource, type Source } from './source.ts'
import { PACKAGES } from './specifiers.ts'
import { renameUpdate } from './update.ts'

export type { Finding } from './module-references.ts'

/** How an application is migrated. */
export interface MoveOptions {
  /** The version range of `latchkey` in `package.json`. */
  readonly version: string
  /** Returns whether Latchkey has a module. Default: every module in the table. */
  readonly resolves?: (specifier: string) => boolean
}

/** What changed in an application, and what remains to be done. */
export interface Migration {
  /** The new text of each changed file. */
  readonly changed: Files
  /** What the developer has to change, by file and line. */
  readonly findings: readonly Finding[]
  /** What works, but can look different from before. */
  readonly notes: readonly Finding[]
}

/**
 * Moves an application from Auth.js 5 to Latchkey: imports, module augmentations, the names
 * `NextAuth`, `SvelteKitAuth`, `SolidAuth` and `unstable_update`, the options that keep existing
 * sessions, `package.json` and `app.d.ts`. Formatting and comments stay. A second run changes
 * nothing.
 */
export function moveApplication(files: Files, { version, resolves = () => true }: MoveOptions): Migration {
  const sources = [...files].filter(([path]) => isSource(path)).map((file) => parseSource(...file))
  const edits = new Map(sources.map(({ path }) => [path, [] as Edit[]]))
  const findings: Finding[] = []
  for (const source of sources) {
    for (const rewrite of [replaceModules(source, resolves), renameEntryPoints(source)]) {
      edits.get(source.path)?.push(...rewrite.edits)
      findings.push(...rewrite.findings)
    }
  }
  for (const [path, renamed] of renameUpdate(sources)) edits.get(path)?.push(...renamed)
  const configurations = configurationsIn(sources)
  for (const change of [...addCookiePrefix(configurations), ...keepPlainTokens(configurations)]) {
    if ('edit' in change) edits.get(change.path)?.push(change.edit)
    else findings.push(change)
  }
  findings.push(...reportCookies(configurations), ...sources.flatMap(reportCookieNames))
  const rewritten = new Map<string, string>()
  for (const [path, text] of files) {
    const { text: changed, findings: more } = rewrite(path, text, edits.get(path), version)
    rewritten.set(path, changed)
    findings.push(...more)
  }
  findings.push(...declareLocals(sources, rewritten))
  for (const [path, text] of rewritten) if (!isSource(path)) findings.push(...mentionsIn(path, text))
  const changed = [...rewritten].filter(([path, text]) => text !== files.get(path))
  return { changed: new Map(changed), findings, notes: sources.flatMap(notesOn) }
}

interface Rewritten {
  readonly text: string
  readonly findings: readonly Finding[]
}

function rewrite(path: string, text: string, edits: readonly Edit[] | undefined, version: string): Rewritten {
  if (edits !== undefined) return { text: applyEdits(text, edits), findings: [] }
  if (!/(?:^|\/)package\.json$/.test(path)) return { text, findings: [] }
  try {
    return { text: migratePackageFile(text, version), findings: [] }
  } catch {
    const isAffected = PACKAGES.some((name) => text.includes(`"${name}"`))
    const message = 'The file is not JSON. Replace its Auth.js packages with `latchkey`.'
    return { text, findings: isAffected ? [{ file: path, line: 1, message }] : [] }
  }
}

const AMBIENT = '/// <reference types="latchkey/sveltekit/ambient" />'

/** Declares `locals.auth()` in a SvelteKit application's `app.d.ts`. */
function declareLocals(sources: readonly Source[], rewritten: Map<string, string>): Finding[] {
  const user = sources.find(({ tree }) => /["']@auth\/sveltekit["']/.test(tree.text))
  if (user === undefined) return []
  const path = [...rewritten.keys()].find((name) => /(?:^|\/)app\.d\.ts$/.test(name))
  if (path === undefined)
    return [{ file: user.path, line: 1, message: `There is no app.d.ts. Create it with: ${AMBIENT}` }]
  const text = rewritten.get(path) ?? ''
  if (!text.includes('latchkey/sveltekit/ambient')) rewritten.set(path, `${AMBIENT}\n\n${text}`)
  return []
}
