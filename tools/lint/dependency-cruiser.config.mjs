/**
 * One layer: folders of `src/`, and the rules for their imports besides the direction.
 *
 * @typedef {object} Layer
 * @property {string} folders of the same layer do not import each other
 * @property {boolean} [typesOnly] whether they import only types from other folders
 * @property {string} [except] folders from which they import values despite `typesOnly`
 * @property {string} [only] the only other folders from which they import
 * @property {'none' | 'lazy'} [packages] what they import from packages and from Node.js. `lazy`:
 *   types, and values by `import()`. Default: anything
 */

/**
 * The layers of the library, from top to bottom: a file imports only from layers below its own, or
 * from its own folder.
 *
 * @type {readonly Layer[]}
 */
const LAYERS = [
  { folders: 'next sveltekit solid-start node fetch hono cli testing' },
  { folders: 'react solid svelte', typesOnly: true, except: 'client', only: 'client types errors' },
  { folders: 'client', typesOnly: true, only: 'types errors' },
  { folders: 'entry' },
  { folders: 'integration' },
  { folders: 'users' },
  { folders: 'request' },
  { folders: 'endpoints' },
  { folders: 'user' },
  { folders: 'config' },
  { folders: 'account-changes' },
  { folders: 'sign-in' },
  { folders: 'second-factor' },
  { folders: 'step-up' },
  { folders: 'methods sessions pages logout' },
  { folders: 'proofs' },
  { folders: 'passwords' },
  { folders: 'security-events' },
  { folders: 'persistence' },
  { folders: 'tokens' },
  { folders: 'oauth' },
  { folders: 'security' },
  { folders: 'log' },
  { folders: 'http' },
  { folders: 'crypto' },
  { folders: 'adapters stores', typesOnly: true, except: 'sql' },
  { folders: 'sql', packages: 'none' },
  { folders: 'providers', typesOnly: true, except: 'icons mail webauthn', packages: 'lazy' },
  { folders: 'mail' },
  { folders: 'webauthn', packages: 'lazy' },
  { folders: 'icons', only: '', packages: 'none' },
  { folders: 'languages', only: 'types', packages: 'none' },
  { folders: 'async records', packages: 'none' },
  { folders: 'contract', packages: 'none' },
  { folders: 'types', packages: 'none' },
  { folders: 'errors', packages: 'none' },
]

const SOURCES = '^packages/latchkey/src/'
/** The folder from which a file imports. */
const OWN = `${SOURCES}$1/`
/** Unit tests beside their file import anything. */
const TESTS = '\\.(test|test-d|bench)\\.tsx?$'

const TYPES = ['type-only', 'type-import']

/** @param {string} names */
function inFolders(names) {
  return `${SOURCES}(${names.replaceAll(' ', '|')})/`
}

/**
 * @param {Layer} layer
 * @param {number} index
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
function rulesOf({ folders, typesOnly, except, only, packages }, index) {
  const from = { path: inFolders(folders), pathNot: TESTS }
  const upper = LAYERS.slice(0, index + 1).map((layer) => layer.folders)
  const rule = (/** @type {string} */ name, /** @type {string} */ comment, /** @type {object} */ to) => ({
    name: `${folders.replaceAll(' ', ',')}: ${name}`,
    comment,
    severity: /** @type {const} */ ('error'),
    from,
    to,
  })
  return [
    rule('layer', 'Move the shared code below both folders, or pass it as an argument.', {
      path: inFolders(upper.join(' ')),
      pathNot: OWN,
    }),
    only !== undefined &&
      rule(`only ${only || 'itself'}`, 'Pass it as an argument.', {
        path: SOURCES,
        pathNot: only === '' ? OWN : [OWN, inFolders(only)],
      }),
    typesOnly &&
      rule('only types', 'Write `import type`, or pass the value as an argument.', {
        path: SOURCES,
        pathNot: except ? [OWN, inFolders(except)] : OWN,
        dependencyTypesNot: TYPES,
      }),
    packages === 'none' &&
      rule('no packages', 'Declare the type here, or move the code that needs the package up.', {
        pathNot: SOURCES,
      }),
    packages === 'lazy' &&
      rule('packages by import()', 'Write `import type`, or load the package with `import()`.', {
        pathNot: SOURCES,
        dependencyTypesNot: [...TYPES, 'dynamic-import'],
      }),
  ].filter((found) => typeof found === 'object')
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...LAYERS.flatMap(rulesOf),
    {
      name: 'in a layer',
      comment: 'Move the file into a folder that is in a layer, or add its folder to LAYERS.',
      severity: 'error',
      from: { path: SOURCES, pathNot: TESTS },
      to: { path: SOURCES, pathNot: inFolders(LAYERS.map(({ folders }) => folders).join(' ')) },
    },
    {
      name: 'no circles',
      comment: 'Move the shared code into a file below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'library: no tests, no tools',
      comment: 'Move what the library needs into `src`.',
      severity: 'error',
      from: { path: SOURCES, pathNot: TESTS },
      to: { pathNot: SOURCES, dependencyTypes: ['local', 'localmodule', 'undetermined'] },
    },
    {
      name: 'suites: alone',
      comment: 'Move what both need into `tests/support`.',
      severity: 'error',
      from: { path: '^(packages/latchkey/test|tests/[^/]+)/' },
      to: { path: '^(packages/latchkey/test|tests/[^/]+)/', pathNot: ['^$1/', '^tests/support/'] },
    },
    {
      name: 'suites: no tools',
      comment: 'Move what a suite needs into `tests/support`, which suites import by its name.',
      severity: 'error',
      from: { path: '^(packages/latchkey/test|tests|bench)/', pathNot: '^tests/support/' },
      to: { path: '^tools/' },
    },
    {
      name: 'playground, demo, examples: alone',
      comment: 'They import only their own files and packages.',
      severity: 'error',
      from: { path: '^(tools/playground|tests/e2e/applications/[^/]+|examples/[^/]+)/' },
      to: { pathNot: [SOURCES, '^$1/', '(^|/)node_modules/'], dependencyTypesNot: ['core', 'unknown'] },
    },
    {
      name: 'resolved',
      comment: 'An import that is not found is not checked. Write the whole path, with .ts.',
      severity: 'error',
      from: { pathNot: '\\.d\\.ts$' },
      // Modules that a framework creates, and aliases of the applications of Next.js.
      to: { couldNotResolve: true, pathNot: '^(\\$app|\\$env|\\$lib|@)/|^\\./\\$types$|^server-only$' },
    },
  ],
  options: {
    exclude: { path: ['^\\.', '^(?!.*node_modules).*/(dist|build|\\.(?!vitepress)[^/]+)/'] },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['@latchkey/source', 'types', 'node', 'import', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.svelte', '.json'],
    },
  },
}
