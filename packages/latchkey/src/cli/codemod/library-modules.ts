import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Exports = Readonly<Record<string, { readonly types?: string } | string | null>>

/**
 * Returns a function that returns whether the installed library has a module, such as
 * `latchkey/providers/github`.
 *
 * @param folder the folder of the package `latchkey`
 */
export function libraryModules(folder: string): (specifier: string) => boolean {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  const { exports } = JSON.parse(manifest) as { exports: Exports }
  return (specifier) => {
    const subpath = specifier.replace(/^latchkey/, '.')
    const types = findTypes(exports, subpath)
    return types !== undefined && existsSync(join(folder, types))
  }
}

function findTypes(exports: Exports, subpath: string): string | undefined {
  const exact = exports[subpath]
  if (exact !== undefined) return exact && typeof exact === 'object' ? exact.types : undefined
  const name = subpath.slice(subpath.lastIndexOf('/') + 1)
  const pattern = exports[`${subpath.slice(0, -name.length)}*`]
  return pattern && typeof pattern === 'object' ? pattern.types?.replace('*', name) : undefined
}
