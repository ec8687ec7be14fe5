import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findCycles } from './cycles.mjs'
import { createResolver, readImports } from './imports.mjs'
import { isMain, root } from './workspace.mjs'

/**
 * One layer: files and folders of `src/`, and the rules for their imports besides the direction.
 *
 * @typedef {object} Layer
 * @property {readonly string[]} units files, or folders with `/` at the end; units of the same
 *   layer do not import each other
 * @property {boolean} [typesOnly] whether they may import only types from other units
 * @property {readonly string[]} [except] units from which they may import values despite
 *   `typesOnly`
 * @property {readonly string[]} [only] the only other units from which they may import
 * @property {'none' | 'lazy'} [packages] what they may import from packages. `lazy`: types, and
 *   values by `import()`. Default: anything
 */

const BASE = ['types/', 'errors/']

/**
 * The layers of the architecture, from top to bottom: a file imports only from layers below its
 * own, or from its own folder.
 *
 * @type {readonly Layer[]}
 */
export const LAYERS = [
  { units: ['next/', 'sveltekit/', 'solid-start/', 'node/', 'cli/', 'testing/'] },
  {
    units: ['react/', 'solid/', 'svelte/'],
    typesOnly: true,
    except: ['client/'],
    only: ['client/', ...BASE],
  },
  { units: ['client/'], typesOnly: true, only: BASE },
  { units: ['entry/'] },
  { units: ['integration/'] },
  { units: ['user/'] },
  { units: ['request/'] },
  { units: ['endpoints/'] },
  { units: ['config/'] },
  { units: ['persistence/'] },
  { units: ['methods/', 'sessions/', 'pages/', 'logout/'] },
  { units: ['sign-in/'] },
  { units: ['tokens/'] },
  { units: ['oauth/'] },
  { units: ['security/'] },
  { units: ['log/'] },
  { units: ['http/'] },
  { units: ['crypto/'] },
  { units: ['adapters/', 'stores/'], typesOnly: true, except: ['sql/'] },
  { units: ['sql/'], packages: 'none' },
  { units: ['providers/'], typesOnly: true, except: ['icons/', 'mail/', 'webauthn/'], packages: 'lazy' },
  { units: ['mail/'] },
  { units: ['webauthn/'], packages: 'lazy' },
  { units: ['icons/'], only: [], packages: 'none' },
  { units: ['async/', 'records/'], packages: 'none' },
  { units: ['contract/'], packages: 'none' },
  { units: ['types/'], packages: 'none' },
  { units: ['errors/'], packages: 'none' },
]

/**
 * Checks the imports of a package's `src/` against the layers, and that there are no import cycles.
 * Type imports count like all others. Unit tests beside their file may import anything.
 *
 * @param {string} packageFolder
 * @param {readonly Layer[]} [layers]
 * @returns {string[]} one line for each violation, with the fix
 */
export function checkLayers(packageFolder, layers = LAYERS) {
  const sourceFolder = join(packageFolder, 'src')
  const files = sourcesIn(sourceFolder)
  if (files.length === 0) return [`${sourceFolder} contains no source files, so nothing was checked.`]
  const resolveImport = createResolver(packageFolder)
  /** @type {Map<string, string[]>} */
  const graph = new Map()
  const unlisted = [...new Set(files.map(unitOf))]
    .filter((unit) => !layerOf(layers, unit))
    .map(describeUnlisted)
  const violations = files.flatMap((file) => {
    const imports = readImports(sourceFolder, file).map((found) => ({
      ...found,
      target: resolveImport(file, found.specifier),
    }))
    graph.set(
      file,
      imports.flatMap(({ target }) => ('files' in target ? target.files : [])),
    )
    return imports.flatMap((found) => describeViolations(layers, found))
  })
  return [...unlisted, ...violations, ...findCycles(graph).map(describeCycle)]
}

/** @param {string} sourceFolder */
function sourcesIn(sourceFolder) {
  return readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|test-d|bench)\.tsx?$/.test(file))
    .sort()
}

/**
 * @typedef {import('./imports.mjs').Import & { target: import('./imports.mjs').Target
 *   }} ResolvedImport
 */

/**
 * @param {readonly Layer[]} layers
 * @param {ResolvedImport} found
 * @returns {string[]}
 */
function describeViolations(layers, found) {
  const { file, line, specifier, target } = found
  const describe = (/** @type {string} */ what, /** @type {string} */ why) =>
    `src/${file}:${line}  imports ${what}: ${why}`
  const layer = layerOf(layers, unitOf(file))
  if ('unresolved' in target) return [describe(specifier, `${target.unresolved}.`)]
  if (!layer) return []
  if ('package' in target) return packageProblem(layer, found).map((why) => describe(specifier, why))
  return target.files.flatMap((to) => unitProblem(layers, layer, found, to).map((why) => describe(to, why)))
}

/**
 * @param {Layer} layer
 * @param {ResolvedImport} found
 */
function packageProblem({ packages }, { file, typesOnly, isDynamic }) {
  if (packages === 'none')
    return [
      `${unitOf(file)} is in the base layer and imports no packages. ` +
        'Declare the type here, or move the code that needs it up.',
    ]
  if (packages === 'lazy' && !typesOnly && !isDynamic)
    return [
      `${unitOf(file)} imports only types. Write \`import type\`, or load the package with \`import()\`.`,
    ]
  return []
}

/**
 * @param {readonly Layer[]} layers
 * @param {Layer} layer
 * @param {ResolvedImport} found
 * @param {string} to
 */
function unitProblem(layers, layer, { file, typesOnly }, to) {
  const [from, unit] = [unitOf(file), unitOf(to)]
  if (from === unit) return []
  const target = layerOf(layers, unit)
  if (!target)
    return [
      `${unit} is in no layer. Add it to a layer in scripts/check-layers.mjs, or import something else.`,
    ]
  if (target === layer)
    return [
      `${from} and ${unit} are in the same layer. ` +
        'Move the shared code below them, or pass it as an argument.',
    ]
  if (layers.indexOf(target) < layers.indexOf(layer))
    return [`${unit} is above ${from}. Move the shared code below both, or pass it as an argument.`]
  if (layer.only && !layer.only.includes(unit))
    return [`${from} imports only from ${layer.only.join(' and ')}. Pass it as an argument.`]
  if (layer.typesOnly && !typesOnly && !layer.except?.includes(unit))
    return [
      `${from} may import only types from there. Write \`import type\`, or pass the value as an argument.`,
    ]
  return []
}

/**
 * @param {readonly Layer[]} layers
 * @param {string} unit
 */
function layerOf(layers, unit) {
  return layers.find(({ units }) => units.includes(unit))
}

/**
 * Returns the folder of `src/` that contains a file, with `/`, or the file itself.
 *
 * @param {string} file
 */
function unitOf(file) {
  const [first = '', ...rest] = file.split(/[/\\]/)
  return rest.length > 0 ? `${first}/` : first
}

/** @param {string} unit */
function describeUnlisted(unit) {
  return (
    `src/${unit}  is in no layer. ` +
    'Move it into a folder that is, or add it to a layer in scripts/check-layers.mjs.'
  )
}

/** @param {readonly string[]} cycle */
function describeCycle(cycle) {
  const [first] = cycle
  return (
    `src/${first}  is in an import cycle: ${[...cycle, first].join(' → ')}. ` +
    'Move the shared code into a separate file below them.'
  )
}

if (isMain(import.meta.url)) {
  const packageFolder = join(root, 'packages', 'latchkey')
  const violations = checkLayers(packageFolder)
  for (const violation of violations)
    console.error(violation.replace(/^src/, relative(root, join(packageFolder, 'src'))))
  console.log(
    violations.length === 0
      ? 'All imports follow the layers, and there are no import cycles.'
      : `${violations.length} layer violations.`,
  )
  process.exitCode = violations.length === 0 ? 0 : 1
}
