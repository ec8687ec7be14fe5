import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { run } from './run.mjs'

const LIBRARY = 'packages/latchkey'

/** Fields of the manifest, and the condition of its exports, that only the repository needs. */
const OWN_FIELDS = ['scripts', 'devDependencies', '@latchkey/source']

/** Files that a page shows instead of linking to them. */
const IMAGE = /\.(?:png|svg|jpg|webp)$/

/**
 * Builds and packs the commit of a repository in a clone. Untracked and changed files are not in
 * the package.
 *
 * @param {string} repository
 * @param {string} clone a folder that does not exist
 * @returns {{ file: string, version: string }} `file`: the tarball
 * @throws {Error} with the output of the command that failed
 */
export function packCommit(repository, clone) {
  run('git', ['clone', '--quiet', repository, clone], repository)
  for (const folder of ['.', LIBRARY])
    symlinkSync(join(repository, folder, 'node_modules'), join(clone, folder, 'node_modules'))
  run('npm', ['run', 'build', '-w', 'latchkey'], clone)
  const version = writePublishedFiles(clone)
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', clone], join(clone, LIBRARY))
  return { file: join(clone, `latchkey-${version}.tgz`), version }
}

/**
 * Writes the files that differ in the package: the manifest without what only the repository needs,
 * and the pages with links to the repository at the version.
 *
 * @param {string} clone
 * @returns {string} the version
 */
function writePublishedFiles(clone) {
  const library = join(clone, LIBRARY)
  const manifest = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'), (name, value) =>
    OWN_FIELDS.includes(name) ? undefined : value,
  )
  writeFileSync(join(library, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const page of ['README.md', `${LIBRARY}/CHANGELOG.md`]) {
    const text = readFileSync(join(clone, page), 'utf8')
    writeFileSync(join(library, posix.basename(page)), withAbsoluteLinks(text, dirname(page), manifest))
  }
  writeFileSync(join(library, 'LICENSE'), readFileSync(join(clone, 'LICENSE')))
  return manifest.version
}

/**
 * @param {string} markdown
 * @param {string} folder that of the page, relative to the repository
 * @param {{ version: string, repository: { url: string } }} manifest
 */
function withAbsoluteLinks(markdown, folder, { version, repository }) {
  const page = repository.url.replace(/^git\+|\.git$/g, '')
  const raw = page.replace('github.com', 'raw.githubusercontent.com')
  return markdown.replaceAll(/(?<=\]\(|\b(?:src|srcset|href)=")(?!\w+:|#)[^)\s"]+/g, (target) => {
    const base = IMAGE.test(target) ? `${raw}/v${version}` : `${page}/blob/v${version}`
    return `${base}/${posix.join(folder, target)}`
  })
}
