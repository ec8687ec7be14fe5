import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readDocstring } from './catalogue-docstring.mjs'

const LIBRARY = 'packages/latchkey'
const SAMPLES = `${LIBRARY}/test/catalogue/samples`
/** Modules that belong to no particular service. */
const GENERIC_PROVIDERS = ['code', 'credentials', 'email', 'oidc', 'passkey', 'password', 'webauthn']

/**
 * Where and when the data of a provider was compared with the service's documentation, or why it
 * could not be.
 *
 * @typedef {{ checkedOn: string, url: string } | { unavailable: string }} Documentation
 */

/** @typedef {import('./catalogue-docstring.mjs').Docstring} Docstring */

/**
 * The parts of a provider's sample that its page shows.
 *
 * @typedef {object} Sample
 * @property {Documentation} [documentation]
 * @property {Record<string, any>} [options]
 * @property {Record<string, any>} [profile]
 * @property {Record<string, any>} [user]
 * @property {Record<string, unknown>} [discovery]
 * @property {AfterSignIn} [afterSignIn]
 */

/**
 * What the provider documents about tokens and the sign-out: see
 * `packages/latchkey/test/catalogue/sample.ts`.
 *
 * @typedef {object} AfterSignIn
 * @property {'always' | 'on request' | 'never' | 'unsupported' | 'not documented'} refreshTokens
 * @property {{ params?: Record<string, string>, setting?: string }} [requestedBy]
 * @property {boolean | string} [rotates]
 * @property {string} [lifetimes]
 * @property {string} [postLogoutField]
 * @property {readonly string[]} sources
 */

/**
 * A provider of the catalogue.
 *
 * @typedef {object} EntryData
 * @property {string} module `github`, as in `latchkey/providers/github`
 * @property {string} source path of its file, relative to the repository
 * @property {number} lines without the docstring
 * @property {string | undefined} factory the name of its default export
 * @property {string} docstring
 * @property {Record<string, any>} data what its factory returns without options
 * @property {Documentation | undefined} documentation from its sample; e-mail providers have none
 * @property {Sample | undefined} sample
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
  const samplePath = join(folder, SAMPLES, `${module}.ts`)
  /** @type {Sample | undefined} */
  const sample = existsSync(samplePath) ? (await load(samplePath)).default : undefined
  const { default: create } = await load(join(folder, LIBRARY, `dist/providers/${module}.js`))
  return {
    module,
    source,
    lines: text.replace(docstring, '').split('\n').length - 1,
    factory,
    docstring,
    ...readDocstring(docstring),
    data: create({}),
    documentation: sample?.documentation,
    sample,
    usesIcon: text.includes(`import('../icons/${module}.ts')`),
  }
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
