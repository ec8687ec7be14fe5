import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runtimeDependencies } from './dependencies.mjs'
import { run } from './run.mjs'

/**
 * Returns the bill of materials of the package in the format of CycloneDX: the library and the
 * packages that are installed with it, in the versions that were tested. Two calls return the same
 * text, because it has neither a time nor a random number.
 *
 * @param {string} repository
 * @param {string} staged the folder of the package
 * @param {string} parent an empty folder
 * @returns {Promise<string>} JSON
 * @throws {Error} with the output of npm
 */
export async function billOfMaterials(repository, staged, parent) {
  // npm names the component after its folder.
  const folder = join(parent, 'latchkey')
  mkdirSync(folder, { recursive: true })
  const {
    peerDependencies: _,
    peerDependenciesMeta: __,
    ...manifest
  } = readJson(join(staged, 'package.json'))
  const { packages } = readJson(join(repository, 'package-lock.json'))
  const installed = runtimeDependencies(repository).map(({ name, path }) => {
    const { dev: _, peerDependencies: __, peerDependenciesMeta: ___, ...entry } = packages[path]
    return [`node_modules/${name}`, entry]
  })
  const { name, version, license, dependencies } = manifest
  const lock = {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name, version, license, dependencies }, ...Object.fromEntries(installed) },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'library']
  const { serialNumber: _serial, metadata, ...bill } = JSON.parse(jsonIn(await run('npm', args, folder)))
  const { timestamp: _time, ...rest } = metadata
  return `${JSON.stringify({ ...bill, metadata: rest }, null, 2)}\n`
}

/**
 * Returns the JSON in the output of npm, which may start with warnings.
 *
 * @param {string} output
 */
function jsonIn(output) {
  return output.slice(output.indexOf('{\n'), output.lastIndexOf('}') + 1)
}

/**
 * @param {string} file
 * @returns {any}
 */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
