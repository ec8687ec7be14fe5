import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Problem } from '../problem.ts'

/** One of the application's drivers. */
export interface LoadedDriver<Name extends string> {
  readonly name: Name
  /** What the package exports. */
  readonly exports: Record<string, unknown>
}

/**
 * Loads the first of several drivers that the application has installed.
 *
 * @param folder the application's folder
 * @param names specifiers in order of preference
 * @throws {Problem} with the command that installs one
 */
export async function loadDriver<Name extends string>(
  folder: string,
  database: string,
  names: readonly Name[],
): Promise<LoadedDriver<Name>> {
  const { resolve } = createRequire(join(folder, 'package.json'))
  for (const name of names) {
    const path = resolvedOrUndefined(() => resolve(name))
    if (path === undefined) continue
    const exports = await import(pathToFileURL(path).href)
    return { name, exports: exports.default ?? exports }
  }
  const packages = names.map(packageName)
  throw new Problem(
    `${database} needs one of the packages ${packages.map((name) => `\`${name}\``).join(' and ')} in your ` +
      `application, and none was found in ${folder}. Install one: npm install ${packages[0]}`,
  )
}

function resolvedOrUndefined(resolve: () => string): string | undefined {
  try {
    return resolve()
  } catch {
    return undefined
  }
}

/** Returns the package in a specifier such as `mysql2/promise`. */
function packageName(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}
