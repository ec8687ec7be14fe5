import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as icons from 'simple-icons'

const ICON_FOLDER = 'packages/latchkey/src/icons'

/** The slugs in Simple Icons that differ from the name of the provider's module. */
const SLUGS = /** @type {Readonly<Record<string, string>>} */ ({
  '42-school': '42',
  battlenet: 'battledotnet',
  'ory-hydra': 'ory',
  twitter: 'x',
  wikimedia: 'wikimediafoundation',
})

const bySlug = new Map(Object.values(icons).flatMap((icon) => ('slug' in icon ? [[icon.slug, icon]] : [])))

/**
 * Returns the text of a provider's icon file, which exports an SVG path for a 24×24 view box, or
 * `undefined` if Simple Icons has no icon for the provider.
 *
 * @param {string} module
 * @returns {string | undefined}
 */
export function renderIcon(module) {
  const icon = bySlug.get(SLUGS[module] ?? module.replaceAll('-', ''))
  if (icon === undefined) return undefined
  return `// ${icon.title}, from Simple Icons (CC0-1.0), written by \`npm run update -- catalogue\`.
// The logo is a trademark of its owner.
export default '${icon.path}'
`
}

/**
 * Finds icon files that are missing, differ from Simple Icons, or belong to no provider.
 *
 * @param {string} folder the repository
 * @param {readonly string[]} modules
 * @returns {string[]} one line for each, with its fix
 */
export function staleIcons(folder, modules) {
  const present = existsSync(join(folder, ICON_FOLDER)) ? readdirSync(join(folder, ICON_FOLDER)) : []
  const wanted = Object.fromEntries(
    modules.map((module) => [`${module}.ts`, renderIcon(module)]).filter(([, text]) => text),
  )
  const stale = [...new Set([...present, ...Object.keys(wanted)])].filter((name) => {
    return !present.includes(name) || readFileSync(join(folder, ICON_FOLDER, name), 'utf8') !== wanted[name]
  })
  return stale.map(
    (name) => `${ICON_FOLDER}/${name}  differs from Simple Icons: run npm run update -- catalogue.`,
  )
}

/**
 * Replaces the icon files with those of the given providers.
 *
 * @param {string} folder the repository
 * @param {readonly string[]} modules
 */
export function writeIcons(folder, modules) {
  const target = join(folder, ICON_FOLDER)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const module of modules) {
    const text = renderIcon(module)
    if (text) writeFileSync(join(target, `${module}.ts`), text)
  }
}
