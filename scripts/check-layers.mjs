import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findCircles } from './circles.mjs'
import { createResolver, readImports } from './imports.mjs'
import { isMain, root } from './workspace.mjs'

/**
 * A line of the drawing: the files and folders of `src/` that stand on it, and what holds for them besides the direction.
 *
 * @typedef {object} Row
 * @property {readonly string[]} units a folder ends in `/`; the ones of a row do not import each other
 * @property {boolean} [typesOnly] from other units they import only types
 * @property {readonly string[]} [except] the units from which they import values all the same
 * @property {readonly string[]} [only] the only other units that they import from
 * @property {'none' | 'lazy'} [packages] what they may import from packages. Default: anything. `lazy`: types, and values by `import()`
 */

const GROUND = ['types/', 'errors.ts']

/**
 * The drawing of the architecture, from top to bottom: a file imports only from rows below its own, or from its own folder.
 *
 * @type {readonly Row[]}
 */
export const DRAWING = [
  { units: ['next/', 'sveltekit/', 'solid-start/', 'cli/', 'testing/'] },
  {
    units: ['react/', 'solid/', 'svelte/'],
    typesOnly: true,
    except: ['client/'],
    only: ['client/', ...GROUND],
  },
  { units: ['client/'], typesOnly: true, only: GROUND },
  { units: ['index.ts'] },
  {
    units: [
      'jwt.ts',
      'password.ts',
      'refresh.ts',
      'types.ts',
      'adapters.ts',
      'call-options.ts',
      'read-or-nobody.ts',
    ],
  },
  { units: ['integration/'] },
  { units: ['request/'] },
  { units: ['endpoints/'] },
  { units: ['config/'] },
  { units: ['methods/', 'sessions/', 'pages/'] },
  { units: ['sign-in/', 'oauth/'] },
  { units: ['security/'] },
  { units: ['http/'] },
  { units: ['crypto/'] },
  { units: ['adapters/'], typesOnly: true },
  { units: ['providers/'], typesOnly: true, except: ['icons/', 'mail/'], packages: 'lazy' },
  { units: ['mail/'] },
  { units: ['icons/'], only: [], packages: 'none' },
  { units: ['async/', 'records/'], packages: 'none' },
  { units: ['contract/'], packages: 'none' },
  { units: ['types/'], packages: 'none' },
  { units: ['errors.ts'], packages: 'none' },
]

/**
 * Checks the imports of a package's `src/` against the drawing, and that they form no circle; types count like everything else. Tests that stand
 * beside their file may import anything.
 *
 * @param {string} packageFolder
 * @param {readonly Row[]} [drawing]
 * @returns {string[]} one line for each violation, with its cure
 */
export function checkLayers(packageFolder, drawing = DRAWING) {
  const sourceFolder = join(packageFolder, 'src')
  const files = sourcesIn(sourceFolder)
  if (files.length === 0) return [`${sourceFolder} holds no source file, so nothing was checked.`]
  const resolveImport = createResolver(packageFolder)
  /** @type {Map<string, string[]>} */
  const graph = new Map()
  const unplaced = [...new Set(files.map(unitOf))]
    .filter((unit) => !rowOf(drawing, unit))
    .map(describeUnplaced)
  const violations = files.flatMap((file) => {
    const imports = readImports(sourceFolder, file).map((found) => ({
      ...found,
      target: resolveImport(file, found.specifier),
    }))
    graph.set(
      file,
      imports.flatMap(({ target }) => ('files' in target ? target.files : [])),
    )
    return imports.flatMap((found) => describeViolations(drawing, found))
  })
  return [...unplaced, ...violations, ...findCircles(graph).map(describeCircle)]
}

/** @param {string} sourceFolder */
function sourcesIn(sourceFolder) {
  return readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|test-d|bench)\.tsx?$/.test(file))
    .sort()
}

/** @typedef {import('./imports.mjs').Import & { target: import('./imports.mjs').Target }} ResolvedImport */

/**
 * @param {readonly Row[]} drawing
 * @param {ResolvedImport} found
 * @returns {string[]}
 */
function describeViolations(drawing, found) {
  const { file, line, specifier, target } = found
  const say = (/** @type {string} */ what, /** @type {string} */ why) =>
    `src/${file}:${line}  imports ${what}: ${why}`
  const row = rowOf(drawing, unitOf(file))
  if ('nowhere' in target) return [say(specifier, `${target.nowhere}.`)]
  if (!row) return []
  if ('package' in target) return packageProblem(row, found).map((why) => say(specifier, why))
  return target.files.flatMap((to) => unitProblem(drawing, row, found, to).map((why) => say(to, why)))
}

/**
 * @param {Row} row
 * @param {ResolvedImport} found
 */
function packageProblem({ packages }, { file, typesOnly, isDynamic }) {
  if (packages === 'none')
    return [
      `${unitOf(file)} is part of the base layer and imports nothing. Write the type here, or move what needs it up.`,
    ]
  if (packages === 'lazy' && !typesOnly && !isDynamic)
    return [`${unitOf(file)} imports only types. Write \`import type\`, or load it with \`import()\`.`]
  return []
}

/**
 * @param {readonly Row[]} drawing
 * @param {Row} row
 * @param {ResolvedImport} found
 * @param {string} to
 */
function unitProblem(drawing, row, { file, typesOnly }, to) {
  const [from, unit] = [unitOf(file), unitOf(to)]
  if (from === unit) return []
  const target = rowOf(drawing, unit)
  if (!target)
    return [
      `${unit} has no place in the drawing. Give it one in scripts/check-layers.mjs, or import something else.`,
    ]
  if (target === row)
    return [
      `${from} and ${unit} stand side by side. Move what both need below them, or hand it in as an argument.`,
    ]
  if (drawing.indexOf(target) < drawing.indexOf(row))
    return [`${unit} stands above ${from}. Move what both need below, or hand it in as an argument.`]
  if (row.only && !row.only.includes(unit))
    return [`${from} imports only from ${row.only.join(' and ')}. Hand it in as an argument.`]
  if (row.typesOnly && !typesOnly && !row.except?.includes(unit))
    return [
      `${from} imports only types from here. Write \`import type\`, or hand the value in as an argument.`,
    ]
  return []
}

/**
 * @param {readonly Row[]} drawing
 * @param {string} unit
 */
function rowOf(drawing, unit) {
  return drawing.find(({ units }) => units.includes(unit))
}

/** The folder of `src/` that a file stands in, with `/`, or the file itself. @param {string} file */
function unitOf(file) {
  const [first = '', ...rest] = file.split(/[/\\]/)
  return rest.length > 0 ? `${first}/` : first
}

/** @param {string} unit */
function describeUnplaced(unit) {
  return `src/${unit}  has no place in the drawing. Move it into a folder that has one, or give it a row in scripts/check-layers.mjs.`
}

/** @param {readonly string[]} circle */
function describeCircle(circle) {
  const [first] = circle
  return `src/${first}  imports itself by ${[...circle, first].join(' → ')}. Move what they share into a file of its own below them.`
}

if (isMain(import.meta.url)) {
  const packageFolder = join(root, 'packages', 'latchkey')
  const violations = checkLayers(packageFolder)
  for (const violation of violations)
    console.error(violation.replace(/^src/, relative(root, join(packageFolder, 'src'))))
  console.log(
    violations.length === 0
      ? 'Every import goes down, and there is no circle.'
      : `${violations.length} violations of the layers.`,
  )
  process.exitCode = violations.length === 0 ? 0 : 1
}
