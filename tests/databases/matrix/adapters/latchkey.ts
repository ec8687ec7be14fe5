import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import type { Combination } from '../combination.ts'
import { temporaryFile } from '../temporary-file.ts'

/** The adapters of Latchkey. They must pass every case. */
export const LATCHKEY: readonly Combination[] = [
  {
    adapter: 'latchkey/adapters/memory',
    database: 'memory of the process',
    storesExtraFields: true,
    open: () => ({ adapter: memory() }),
  },
  {
    adapter: 'latchkey/adapters/sqlite',
    database: 'SQLite, node:sqlite',
    storesExtraFields: true,
    open() {
      const file = temporaryFile('auth.db')
      const adapter = sqlite(file.path)
      const close = (): void => {
        adapter.close()
        file.remove()
      }
      return { adapter, close }
    },
  },
]
