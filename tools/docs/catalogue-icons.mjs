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

/**
 * The icons that have several colours, which their owners ask for on buttons.
 *
 * @see https://developers.google.com/identity/branding-guidelines
 * @see https://learn.microsoft.com/entra/identity-platform/howto-add-branding-in-apps
 * @type {Readonly<Record<string, { title: string, parts: readonly (readonly [string, string])[] }>>}
 */
const COLOURED = {
  google: {
    title: 'Google',
    parts: [
      ['#ea4335', 'M1.28 6.61A12 12 0 0 1 20.03 3.13L16.6 6.55A7.25 7.25 0 0 0 5.27 9.7z'],
      ['#fbbc05', 'M1.28 6.61a12 12 0 0 0 0 10.78l3.99-3.09a7.25 7.25 0 0 1 0-4.6z'],
      ['#34a853', 'M1.28 17.39a12 12 0 0 0 18.67 3.71l-3.87-3a7.25 7.25 0 0 1-10.81-3.8z'],
      ['#4285f4', 'M12 9.82h11.5a12 12 0 0 1-3.55 11.28l-3.87-3a5.5 5.5 0 0 0 2.39-3.59H12z'],
    ],
  },
  'microsoft-entra-id': {
    title: 'Microsoft',
    parts: [
      ['#f25022', 'M1 1h10.5v10.5H1z'],
      ['#7fba00', 'M12.5 1H23v10.5H12.5z'],
      ['#00a4ef', 'M1 12.5h10.5V23H1z'],
      ['#ffb900', 'M12.5 12.5H23V23H12.5z'],
    ],
  },
}

const bySlug = new Map(Object.values(icons).flatMap((icon) => ('slug' in icon ? [[icon.slug, icon]] : [])))

/**
 * Returns the text of a provider's icon file, which exports an SVG path for a 24×24 view box, or paths with
 * their colours; or
 * `undefined` if Simple Icons has no icon for the provider.
 *
 * @param {string} module
 * @returns {string | undefined}
 */
export function renderIcon(module) {
  const coloured = COLOURED[module]
  if (coloured) return renderParts(coloured)
  const icon = bySlug.get(SLUGS[module] ?? module.replaceAll('-', ''))
  if (icon === undefined) return undefined
  return `// ${icon.title}, from Simple Icons (CC0-1.0), written by \`npm run update -- catalogue\`.
// The logo is a trademark of its owner.
export default '${icon.path}'
`
}

/** @param {{ title: string, parts: readonly (readonly [string, string])[] }} icon */
function renderParts({ title, parts }) {
  const lines = parts.map(([color, path]) => `  { color: '${color}', path: '${path}' },`)
  return `// ${title}, in its colours, written by \`npm run update -- catalogue\`.
// The logo is a trademark of its owner.
export default [
${lines.join('\n')}
] as const
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
