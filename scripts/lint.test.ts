import { describe, expect, it } from 'vitest'
import { runChecks } from './lint.mjs'

/** A check that runs Node code. */
const check = (name: string, code: string) => ({ name, program: process.execPath, args: ['-e', code] })

async function run(...checks: ReturnType<typeof check>[]) {
  const lines: string[] = []
  return { isClean: await runChecks(checks, (line) => lines.push(line)), lines }
}

describe('runChecks', () => {
  it('passes when all checks pass, and writes only their names', async () => {
    expect(await run(check('a', 'console.log(1)'), check('b', ''))).toEqual({
      isClean: true,
      lines: ['✓ a', '✓ b'],
    })
  })

  it('fails when a check fails, and writes its output', async () => {
    const broken = 'console.log("a.ts:1  wrong"); process.exitCode = 1'
    expect(await run(check('a', broken), check('b', ''))).toEqual({
      isClean: false,
      lines: ['✗ a\na.ts:1  wrong', '✓ b'],
    })
  })
})
