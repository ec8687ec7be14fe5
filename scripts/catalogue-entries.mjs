import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const LIBRARY = 'packages/latchkey'
const SAMPLES = `${LIBRARY}/test/catalogue/samples`
/** Of no vendor: people with passwords, and any OpenID provider. */
const OF_NO_VENDOR = ['credentials', 'oidc']
/** Senders of mail; what else is in their folder is what they are made of. */
const MAIL = ['forwardemail', 'loops', 'mailgun', 'nodemailer', 'postmark', 'resend', 'sendgrid']

/**
 * When and where the facts of a provider were looked up, or why they could not be.
 *
 * @typedef {{ checkedOn: string, url: string } | { unavailable: string }} Documentation
 */

/**
 * A provider of the catalogue.
 *
 * @typedef {object} Entry
 * @property {string} module `github`, as in `latchkey/providers/github`
 * @property {string} source its file, from the root of the repository
 * @property {number} lines
 * @property {string | undefined} factory the name of its default export
 * @property {string} docstring
 * @property {string} prose the docstring without its tags, but with why it is deprecated
 * @property {{ url: string, label: string }[]} links the docstring's `@see`
 * @property {Record<string, any>} data what its factory gives for no options
 * @property {Documentation | undefined} documentation of its sample; a sender of mail has none
 * @property {boolean} hasSample
 * @property {boolean} usesIcon whether its `style` loads its icon
 */

/**
 * Reads the catalogue: the sources for what is written about a provider, the built library for what it is.
 *
 * @param {string} folder the repository
 * @returns {Promise<Entry[]>} by module
 */
export async function readCatalogue(folder) {
  const vendors = modulesIn(join(folder, LIBRARY, 'src/providers')).filter(
    (module) => !OF_NO_VENDOR.includes(module),
  )
  const mail = MAIL.filter((module) => existsSync(join(folder, LIBRARY, `src/mail/${module}.ts`)))
  const entries = await Promise.all([
    ...vendors.map((module) => readEntry(folder, 'providers', module)),
    ...mail.map((module) => readEntry(folder, 'mail', module)),
  ])
  return entries.sort((a, b) => (a.module < b.module ? -1 : 1))
}

/**
 * Samples that belong to no provider.
 *
 * @param {string} folder
 * @param {readonly Entry[]} entries
 */
export function orphanedSamples(folder, entries) {
  const known = entries.map(({ module }) => module)
  return modulesIn(join(folder, SAMPLES))
    .filter((module) => !known.includes(module))
    .map((module) => `${SAMPLES}/${module}.ts`)
}

/**
 * @param {string} folder
 * @param {'providers' | 'mail'} room
 * @param {string} module
 * @returns {Promise<Entry>}
 */
async function readEntry(folder, room, module) {
  const source = `${LIBRARY}/src/${room}/${module}.ts`
  const text = readFileSync(join(folder, source), 'utf8')
  const [, docstring = '', factory] =
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export default function (\w+)/.exec(text) ?? []
  const sample = join(folder, SAMPLES, `${module}.ts`)
  const hasSample = existsSync(sample)
  const { default: create } = await load(join(folder, LIBRARY, `dist/${room}/${module}.js`))
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
 * @returns {Pick<Entry, 'prose' | 'links'>}
 */
function readDocstring(docstring) {
  const lines = docstring.split('\n').map((line) => line.replace(/^\s*\* ?/, ''))
  const tags = lines.findIndex((line) => line.startsWith('@'))
  const told = lines
    .slice(0, tags === -1 ? undefined : tags)
    .join('\n')
    .trim()
  const [, deprecated] = /@deprecated ([\s\S]*?)\n@/.exec(lines.join('\n')) ?? []
  const prose = deprecated ? `${told}\n\n**${deprecated}**` : told
  const links = lines.flatMap((line) => {
    const [, url, label] = /^@see (https:\/\/\S+) (.+)$/.exec(line) ?? []
    return url && label ? [{ url, label }] : []
  })
  return { prose, links }
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
