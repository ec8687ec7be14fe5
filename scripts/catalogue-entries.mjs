import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const LIBRARY = 'packages/latchkey'
const SAMPLES = `${LIBRARY}/test/catalogue/samples`
/** Modules that belong to no particular service. */
const GENERIC_PROVIDERS = ['credentials', 'email', 'nodemailer-types.d', 'oidc', 'passkey', 'webauthn']

/**
 * Where and when the data of a provider was compared with the service's documentation, or why it
 * could not be.
 *
 * @typedef {{ checkedOn: string, url: string } | { unavailable: string }} Documentation
 */

/**
 * The parts of a factory's docstring. The first sentence is "Returns the … provider.".
 *
 * @typedef {object} Docstring
 * @property {string} summary the first paragraph without its first sentence
 * @property {string} setup the second paragraph: what the developer has to set
 * @property {string} notes all other paragraphs, and the example that belongs to them
 * @property {string | undefined} deprecated the text of `@deprecated`
 * @property {{ url: string, label: string }[]} links the URLs and texts of `@see`
 */

/**
 * A provider of the catalogue.
 *
 * @typedef {object} EntryData
 * @property {string} module `github`, as in `latchkey/providers/github`
 * @property {string} source path of its file, relative to the repository
 * @property {number} lines
 * @property {string | undefined} factory the name of its default export
 * @property {string} docstring
 * @property {Record<string, any>} data what its factory returns without options
 * @property {Documentation | undefined} documentation from its sample; e-mail providers have none
 * @property {boolean} hasSample
 * @property {boolean} usesIcon whether its `style` loads its icon
 *
 * @typedef {EntryData & Docstring} Entry
 */

/**
 * Reads the catalogue: docstrings from the sources, data from the built library.
 *
 * @param {string} folder the repository
 * @returns {Promise<Entry[]>} sorted by module
 */
export async function readCatalogue(folder) {
  const providers = modulesIn(join(folder, LIBRARY, 'src/providers')).filter(
    (module) => !GENERIC_PROVIDERS.includes(module),
  )
  const entries = await Promise.all(providers.map((module) => readEntry(folder, module)))
  return entries.sort((a, b) => (a.module < b.module ? -1 : 1))
}

/**
 * Returns the paths of samples that belong to no provider.
 *
 * @param {string} folder the repository
 * @param {readonly Entry[]} entries
 */
export function orphanedSamples(folder, entries) {
  const modules = entries.map(({ module }) => module)
  return modulesIn(join(folder, SAMPLES))
    .filter((module) => !modules.includes(module))
    .map((module) => `${SAMPLES}/${module}.ts`)
}

/**
 * @param {string} folder the repository
 * @param {string} module
 * @returns {Promise<Entry>}
 */
async function readEntry(folder, module) {
  const source = `${LIBRARY}/src/providers/${module}.ts`
  const text = readFileSync(join(folder, source), 'utf8')
  const [, docstring = '', factory] =
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export default function (\w+)/.exec(text) ?? []
  const sample = join(folder, SAMPLES, `${module}.ts`)
  const hasSample = existsSync(sample)
  const { default: create } = await load(join(folder, LIBRARY, `dist/providers/${module}.js`))
  return {
    module,
    source,
    lines: text.split('\n').length - 1,
    factory,
    docstring,
    ...readDocstring(docstring),
    data: create({}),
    documentation: hasSample ? (await load(sample)).default.documentation : undefined,
    hasSample,
    usesIcon: text.includes(`import('../icons/${module}.ts')`),
  }
}

/**
 * @param {string} docstring
 * @returns {Docstring}
 */
function readDocstring(docstring) {
  const lines = docstring.split('\n').map((line) => line.replace(/^\s*\* ?/, ''))
  const firstTag = lines.findIndex((line) => line.startsWith('@'))
  const prose = lines.slice(0, firstTag === -1 ? undefined : firstTag).join('\n')
  const [first = '', setup = '', ...notes] = prose.trim().split('\n\n')
  const [, example] = /@example\n(```ts\n[\s\S]*?```)/.exec(lines.join('\n')) ?? []
  if (notes.length > 0 && example) notes.push(example)
  const [, deprecated] = /@deprecated ([\s\S]*?)\n@/.exec(lines.join('\n')) ?? []
  const links = lines.flatMap((line) => {
    const [, url, label] = /^@see (https:\/\/\S+) (.+)$/.exec(line) ?? []
    return url && label ? [{ url, label }] : []
  })
  // A dot inside a name, as in "Battle.net", does not end the sentence.
  const summary = first.replace(/^Returns [\s\S]*?\.(?:\s+|$)/, '')
  return { summary, setup, notes: notes.join('\n\n'), deprecated, links }
}

/** @param {string} folder */
function modulesIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replace(/\.ts$/, ''))
}

/** @param {string} file */
function load(file) {
  return import(pathToFileURL(file).href)
}
