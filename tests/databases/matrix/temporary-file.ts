import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns a path in a new temporary folder, and a function that removes the folder. */
export function temporaryFile(name: string): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-matrix-'))
  return { path: join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
