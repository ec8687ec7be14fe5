import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bundle } from './bundle.ts'

const PACKAGE = fileURLToPath(new URL('../../packages/latchkey/', import.meta.url))
const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/**
 * The implementation for runtimes without `node:crypto`. An installation does not contain it, so a
 * program that loads it does not start.
 */
const WEB_IMPLEMENTATION = join('security', 'jwe.web.js')

/** The folder of an application with the built package, installed as npm does it. */
export interface Installation {
  readonly folder: string
  remove(): void
}

/**
 * Installs the package and the files of the application into a new folder. The package lacks its
 * Web Crypto implementation, because Node.js and compatible runtimes use the other one.
 *
 * @throws {Error} when the package was not built
 */
export function install(...applications: readonly Bundle[]): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-runtimes-'))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: { latchkey: '*' } }),
  )
  for (const { name, code } of applications.flatMap(({ files }) => files))
    writeFileSync(join(folder, name), code)
  cpSync(fileURLToPath(new URL('workerd.capnp', import.meta.url)), join(folder, 'workerd.capnp'))
  installPackage(join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

function installPackage(modules: string): void {
  const target = join(modules, 'latchkey')
  mkdirSync(target, { recursive: true })
  cpSync(join(PACKAGE, 'package.json'), join(target, 'package.json'))
  cpSync(join(PACKAGE, 'dist'), join(target, 'dist'), {
    recursive: true,
    filter: (file) => !file.endsWith(WEB_IMPLEMENTATION),
  })
  const { dependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(MODULES, name), join(modules, name), 'dir')
  }
}
