import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pack } from './tarball.mjs'

it('packs the same bytes, whatever permissions and times the files have', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'latchkey-pack-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const packed = async (name: string, permissions: number, time: number) => {
    const folder = join(parent, name, 'package')
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'a', version: '1.0.0', bin: 'dist/a.js' }),
    )
    for (const file of ['README.md', 'dist/a.js', 'dist/b.js']) {
      writeFileSync(join(folder, file), file)
      chmodSync(join(folder, file), permissions)
      utimesSync(join(folder, file), time, time)
    }
    chmodSync(join(folder, 'dist'), permissions | 0o100)
    return readFileSync(await pack(folder, join(parent, name), 'a-1.0.0.tgz')).toString('base64')
  }
  expect(await packed('private', 0o600, 1_000_000)).toBe(await packed('shared', 0o664, 2_000_000))
})
