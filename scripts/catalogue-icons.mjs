import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as icons from 'simple-icons'

const PLACE = 'packages/latchkey/src/icons'

/** What a vendor is called there, where it is not called as here. */
const NAMES = /** @type {Readonly<Record<string, string>>} */ ({
  '42-school': '42',
  battlenet: 'battledotnet',
  'ory-hydra': 'ory',
  twitter: 'x',
  wikimedia: 'wikimediafoundation',
})

const bySlug = new Map(Object.values(icons).flatMap((icon) => ('slug' in icon ? [[icon.slug, icon]] : [])))

/**
 * The file with the mark of a provider: an SVG path in a square of 24. Undefined where the collection has none.
 *
 * @param {string} module
 * @returns {string | undefined}
 */
export function renderMark(module) {
  const icon = bySlug.get(NAMES[module] ?? module.replaceAll('-', ''))
  if (icon === undefined) return undefined
  return `// ${icon.title}, from Simple Icons (CC0-1.0), by \`npm run catalogue\`. The mark belongs to its owner.\nexport default '${icon.path}'\n`
}

/**
 * Files that are not what the collection says, or that belong to nobody.
 *
 * @param {string} folder
 * @param {readonly string[]} modules
 * @returns {string[]} one line for each, with its cure
 */
export function staleMarks(folder, modules) {
  const present = existsSync(join(folder, PLACE)) ? readdirSync(join(folder, PLACE)) : []
  const wanted = Object.fromEntries(
    modules.map((module) => [`${module}.ts`, renderMark(module)]).filter(([, text]) => text),
  )
  const stale = [...new Set([...present, ...Object.keys(wanted)])].filter((name) => {
    return !present.includes(name) || readFileSync(join(folder, PLACE, name), 'utf8') !== wanted[name]
  })
  return stale.map((name) => `${PLACE}/${name}  is not the mark of the collection: run npm run catalogue.`)
}

/**
 * @param {string} folder
 * @param {readonly string[]} modules
 */
export function writeMarks(folder, modules) {
  const place = join(folder, PLACE)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  for (const module of modules) {
    const text = renderMark(module)
    if (text) writeFileSync(join(place, `${module}.ts`), text)
  }
}
