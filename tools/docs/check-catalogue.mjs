import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, root } from '../../tests/support/processes/workspace.mjs'
import { environmentOf } from './catalogue-code.mjs'
import { orphanedSamples, readCatalogue } from './catalogue-entries.mjs'
import { missingFacts } from './catalogue-facts.mjs'
import { renderIcon, staleIcons, writeIcons } from './catalogue-icons.mjs'
import { renderList, renderProvider } from './catalogue-page.mjs'

/** @typedef {import('./catalogue-entries.mjs').Entry} Entry */

const PAGES = 'docs/providers'
/** Pages that are written by hand. */
const OTHER_PAGES = ['oidc.md']
const MAX_LINES = 100
/** Modules whose provider keeps another ID, which existing applications use. */
const OTHER_IDS = { 'ory-hydra': 'hydra' }

/**
 * The generated pages, and one line for each problem and for each stale file, with its fix.
 *
 * @typedef {object} Report
 * @property {Record<string, string>} pages texts of the pages by file name
 * @property {string[]} stale
 * @property {string[]} problems
 * @property {string[]} modules providers that can have an icon
 * @property {number} count
 */

/**
 * Checks that every provider is complete and that the generated files are up to date.
 *
 * @param {string} folder a repository whose library is built
 * @returns {Promise<Report>}
 */
export async function checkCatalogue(folder) {
  const entries = await readCatalogue(folder)
  /** @type {Record<string, string>} */
  const pages = { 'README.md': renderList(entries) }
  for (const entry of entries) pages[`${entry.module}.md`] = renderProvider(entry)
  const problems = entries.flatMap((entry) =>
    findProblems(entry).map((problem) => `${entry.source}  ${problem}`),
  )
  const orphans = orphanedSamples(folder, entries).map(
    (sample) => `${sample}  belongs to no provider: remove it, or rename it to the module of its provider.`,
  )
  const missing = entries.flatMap((entry) =>
    missingFacts(entry).map((label) => `${entry.source}  has a docstring without "${label}".`),
  )
  const modules = entries.filter(({ data }) => data.type !== 'email').map(({ module }) => module)
  const stale = [...stalePages(folder, pages), ...staleIcons(folder, modules)]
  return {
    pages,
    stale,
    problems: [...problems, ...orphans, ...missing],
    modules,
    count: entries.length,
  }
}

/** @param {Entry} entry */
function findProblems(entry) {
  const rules = [...docstringRules(entry), ...dataRules(entry)]
  return rules.filter(([applies]) => applies).map(([, text]) => text)
}

/**
 * @param {Entry} entry
 * @returns {[boolean, string][]}
 */
function docstringRules({ module, factory, docstring, setup, links, data }) {
  if (factory === undefined) return [[true, 'has no docstring directly above `export default function`.']]
  const missing = environmentOf(data).filter((variable) => !docstring.includes(`\`${variable}\``))
  const isNodemailer = module === 'nodemailer'
  // The docstring says so if the service accepts no new applications.
  const acceptsApplications = !/@deprecated|no new applications/.test(docstring)
  return [
    [
      !/^[\s*]*Returns the [^\n]+ provider[.,]/.test(docstring),
      'has a docstring that does not start with "Returns the … provider".',
    ],
    [setup === '', 'has a docstring without a second paragraph, which says what to set.'],
    [missing.length > 0, `does not mention ${missing.join(', ')} in its docstring.`],
    [
      !isNodemailer && !links.some(({ label }) => label.startsWith('Documentation')),
      'has no `@see <URL> Documentation`.',
    ],
    [
      !isNodemailer && acceptsApplications && links.length < 2,
      'has no `@see <URL> Register an application` (or `Create an API key`).',
    ],
  ]
}

/**
 * @param {Entry} entry
 * @returns {[boolean, string][]}
 */
function dataRules({ module, data, sample, lines, usesIcon }) {
  const expectedId = OTHER_IDS[/** @type {keyof typeof OTHER_IDS} */ (module)] ?? module
  const isEmail = data.type === 'email'
  const hasIcon = !isEmail && renderIcon(module) !== undefined
  return [
    [
      data.id !== expectedId,
      `has the id "${data.id}", which is part of URLs and environment variables. ` +
        `Change it to "${expectedId}".`,
    ],
    [!data.name, 'has no `name`, which its button shows.'],
    [
      !/^#[\da-f]{6}$/.test(data.style?.brandColor ?? '#000000'),
      'has a `style.brandColor` that is not in the form #1a2b3c.',
    ],
    [
      hasIcon && !usesIcon,
      `does not show its icon: add \`icon: () => import('../icons/${module}.ts')\` to its \`style\`.`,
    ],
    ...(isEmail ? [] : sampleRules(module, sample, data)),
    [
      lines > MAX_LINES,
      `has ${lines} lines without its docstring. A provider is data and must fit into ${MAX_LINES} lines.`,
    ],
  ]
}

/**
 * @param {string} module
 * @param {Entry['sample']} sample
 * @param {Entry['data']} data
 * @returns {[boolean, string][]}
 */
function sampleRules(module, sample, data) {
  const afterSignIn = sample?.afterSignIn
  return [
    [sample === undefined, `has no sample: add packages/latchkey/test/catalogue/samples/${module}.ts.`],
    [
      sample !== undefined && sample.documentation === undefined,
      'has a sample without the date and URL of its documentation: add `documentation`.',
    ],
    [
      sample !== undefined && afterSignIn === undefined,
      'has a sample that does not state what follows the sign-in: add `afterSignIn`.',
    ],
    [
      afterSignIn !== undefined && hasNoRefresh(afterSignIn) !== (data.refresh === false),
      `has \`refresh: ${JSON.stringify(data.refresh)}\`, but its sample says that refresh tokens are ` +
        `issued: ${afterSignIn?.refreshTokens}. Change one of them.`,
    ],
  ]
}

/** @param {import('./catalogue-entries.mjs').AfterSignIn} afterSignIn */
function hasNoRefresh({ refreshTokens }) {
  return refreshTokens === 'never' || refreshTokens === 'unsupported'
}

/**
 * @param {string} folder
 * @param {Record<string, string>} pages
 */
function stalePages(folder, pages) {
  const target = join(folder, PAGES)
  const present = existsSync(target) ? readdirSync(target) : []
  const changed = Object.entries(pages).filter(
    ([name, text]) => !present.includes(name) || readFileSync(join(target, name), 'utf8') !== text,
  )
  const orphaned = present.filter((name) => !(name in pages || OTHER_PAGES.includes(name)))
  return [
    ...changed.map(
      ([name]) => `${PAGES}/${name}  differs from the provider's file: run npm run update -- catalogue.`,
    ),
    ...orphaned.map((name) => `${PAGES}/${name}  belongs to no provider: remove it.`),
  ]
}

if (isMain(import.meta.url)) {
  const { pages, stale, problems, modules, count } = await checkCatalogue(root)
  const isWriting = process.argv.includes('--write')
  if (isWriting) {
    mkdirSync(join(root, PAGES), { recursive: true })
    for (const [name, text] of Object.entries(pages)) writeFileSync(join(root, PAGES, name), text)
    writeIcons(root, modules)
  }
  const remaining = isWriting ? stale.filter((line) => line.endsWith('remove it.')) : stale
  for (const line of [...problems, ...remaining]) console.error(line)
  console.log(`${count} providers; ${problems.length + remaining.length} problems.`)
  process.exitCode = problems.length + remaining.length > 0 ? 1 : 0
}
