import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

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
 * @param input path of `process.ts`. Default: the one of this folder
 */
export async function bundleProcess(
  input: string = join(import.meta.dirname, 'process.ts'),
): Promise<Program> {
  const folder = mkdtempSync(join(import.meta.dirname, '..', 'node_modules', '.processes-'))
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => !INSIDE.test(id),
    resolve: { conditionNames: ['@latchkey/source', 'node', 'import'] },
    tsconfig: join(import.meta.dirname, '..', '..', '..', 'packages', 'latchkey', 'tsconfig.json'),
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await bundle.close()
  return { file: join(folder, 'process.mjs'), remove: () => rmSync(folder, { recursive: true }) }
}
