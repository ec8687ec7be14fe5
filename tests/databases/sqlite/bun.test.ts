import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findProgram } from '@latchkey/test-support/machine/runtimes.ts'
import { expect, it } from 'vitest'

const bun = findProgram('bun')
if (bun === undefined) console.warn('Skipped: bun:sqlite. Bun is not installed for this machine.')

// proves DB-19, DB-23
it.skipIf(bun === undefined && !process.env.CI)(
  'passes the adapter and store suites over bun:sqlite, even with strict names and large integers',
  async () => {
    const args = ['--conditions=@latchkey/source', fileURLToPath(new URL('bun.ts', import.meta.url))]
    const { stdout } = await promisify(execFile)(bun ?? 'bun', args)
    expect(JSON.parse(stdout)).toEqual({ cases: expect.any(Number), failures: [] })
  },
)
