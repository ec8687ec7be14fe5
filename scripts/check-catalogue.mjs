import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { orphanedSamples, readCatalogue } from './catalogue-entries.mjs'
import { renderIcon, staleIcons, writeIcons } from './catalogue-icons.mjs'
import { environmentOf, renderList, renderProvider } from './catalogue-page.mjs'
import { isMain, root } from './workspace.mjs'

/** @typedef {import('./catalogue-entries.mjs').Entry} Entry */

const PAGES = 'docs/providers'
const MOST_LINES = 100
/** Modules whose provider has another id, as existing applications know it. */
const OTHER_IDS = { 'ory-hydra': 'hydra' }

/**
 * Checks that every provider has what one needs, and that the pages about them are up to date.
 *
 * @param {string} folder the repository; the library in it is built
 * @returns {Promise<{ pages: Record<string, string>, stale: string[], problems: string[], modules: string[], count: number }>} one line for each problem, with its cure
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
    (sample) => `${sample}  is the sample of no provider: remove it, or name it like one.`,
  )
  const modules = entries.filter(({ data }) => data.type !== 'email').map(({ module }) => module)
  const stale = [...stalePages(folder, pages), ...staleIcons(folder, modules)]
  return { pages, stale, problems: [...problems, ...orphans], modules, count: entries.length }
}

/** @param {Entry} entry */
function findProblems({
  module,
  factory,
  docstring,
  prose,
  links,
  data,
  hasSample,
  documentation,
  lines,
  usesIcon,
}) {
  const expectedId = OTHER_IDS[/** @type {keyof typeof OTHER_IDS} */ (module)] ?? module
  const missing = environmentOf(data).filter((variable) => !prose.includes(`\`${variable}\``))
  const isVendor = data.type !== 'email'
  const isNodemailer = module === 'nodemailer'
  // Where nobody can register any more, the docstring says so.
  const isOpen = !/@deprecated|no new applications/.test(docstring)
  const hasIcon = isVendor && renderIcon(module) !== undefined
  /** @type {[boolean, string][]} */
  const rules = [
    [factory === undefined, 'has no docstring directly above `export default function`.'],
    [
      data.id !== expectedId,
      `has the id "${data.id}"; it is part of URLs and of the environment: make it "${expectedId}".`,
    ],
    [!data.name, 'has no `name` for its button.'],
    [missing.length > 0, `does not tell of ${missing.join(', ')} in its docstring.`],
    [
      !isNodemailer && !links.some(({ label }) => label.startsWith('Documentation')),
      'has no `@see <URL> Documentation`.',
    ],
    [
      !isNodemailer && isOpen && links.length < 2,
      'has no `@see <URL> Register an application` (or `Make a key`).',
    ],
    [
      !/^#[\da-f]{6}$/.test(data.style?.brandColor ?? '#000000'),
      'has a `style.brandColor` that is not like #1a2b3c.',
    ],
    [
      hasIcon && !usesIcon,
      `has an icon in Simple Icons but does not show it: add \`icon: () => import('../icons/${module}.ts')\` to its \`style\`.`,
    ],
    [isVendor && !hasSample, `has no sample: add packages/latchkey/test/catalogue/samples/${module}.ts.`],
    [
      isVendor && hasSample && documentation === undefined,
      'has a sample that does not say when and where it was looked up: add `documentation`.',
    ],
    [lines > MOST_LINES, `has ${lines} lines; a provider is data and fits into ${MOST_LINES}.`],
  ]
  return rules.filter(([applies]) => applies).map(([, text]) => text)
}

/**
 * @param {string} folder
 * @param {Record<string, string>} pages
 */
function stalePages(folder, pages) {
  const place = join(folder, PAGES)
  const present = existsSync(place) ? readdirSync(place) : []
  const changed = Object.entries(pages).filter(
    ([name, text]) => !present.includes(name) || readFileSync(join(place, name), 'utf8') !== text,
  )
  const left = present.filter((name) => !(name in pages))
  return [
    ...changed.map(
      ([name]) => `${PAGES}/${name}  is not what the provider's file says: run npm run catalogue.`,
    ),
    ...left.map((name) => `${PAGES}/${name}  is about no provider: remove it.`),
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
  const left = isWriting ? stale.filter((line) => line.endsWith('remove it.')) : stale
  for (const line of [...problems, ...left]) console.error(line)
  console.log(`${count} providers; ${problems.length + left.length} problems.`)
  process.exitCode = problems.length + left.length > 0 ? 1 : 0
}
