import { join } from 'node:path'
import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { root, toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import { describe, expect, it } from 'vitest'

function docs(...args: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const script = join(root, 'tools', 'docs', 'docs.mjs')
  return runProcess({
    name: 'docs',
    program: 'node',
    args: [script, ...args],
    cwd: root,
    env: toolEnvironment(),
  })
}

describe('npm run docs', () => {
  it.each([
    [['bild'], 'There is no command "bild".'],
    [['build', 'here'], 'There is no argument "here".'],
    [['--poort', '1'], "Unknown option '--poort'"],
    [['--port', 'x'], '"x" is no port.'],
    [['build', '--port', '1'], '`--port` is for serving.'],
    [['--out', 'x'], '`--out` and `--host` are for `build`.'],
    [['build', '--host', 'x'], '"x" is no URL.'],
  ])('rejects %j, and lists the arguments', async (args, message) => {
    const { ok, output } = await docs(...args)
    expect(ok).toBe(false)
    expect(output).toContain(message)
    expect(output).toContain('npm run docs -- build --out FOLDER')
  })

  it('lists its arguments', async () => {
    expect(await docs('--help')).toMatchObject({
      ok: true,
      output: expect.stringContaining('npm run docs -- build'),
    })
  })
})
