import { mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './workspace.mjs'

/** What is bundled: `@simplewebauthn/server` is a package of the library's own folder. */
const INSIDE = /^(?:[./#]|latchkey(?:\/|$)|@simplewebauthn\/)/

/** A program in one folder, made from the sources of the library. */
export interface Program {
  readonly file: string
  readonly remove: () => void
}

/**
 * Bundles the program of a process with the sources of the library, which Node.js cannot run as
 * they are. Packages stay outside.
 *
 * @param input path of the program
 * @param place the folder from which its packages are found. Default: the suite's `node_modules`
 */
export async function bundleProcess(
  input: string,
  place: string = join(dirname(input), '..', 'node_modules'),
): Promise<Program> {
  const folder = mkdtempSync(join(place, '.processes-'))
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => !INSIDE.test(id),
    resolve: { conditionNames: ['@latchkey/source', 'node', 'import'] },
    tsconfig: join(root, 'packages', 'latchkey', 'tsconfig.json'),
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await bundle.close()
  const file = join(folder, `${basename(input, '.ts')}.mjs`)
  return { file, remove: () => rmSync(folder, { recursive: true }) }
}
