import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readOutput, requireOwnFolder, writeOutput } from './output.mjs'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-output-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Writes a release of a package that is not the real one, and returns its folder. */
function release(manifest: { name: string; version: string }, version = '1.2.3'): string {
  const parent = temporaryFolder()
  mkdirSync(join(parent, 'package'))
  writeFileSync(join(parent, 'package', 'package.json'), JSON.stringify(manifest))
  const file = join(parent, `latchkey-${version}.tgz`)
  execFileSync('tar', ['-czf', file, '-C', parent, 'package'])
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  writeOutput(join(parent, 'out'), { file, version, sha256, notes: 'Notes of\ntwo lines.' }, '{}')
  return join(parent, 'out')
}

describe('the folder of a release', () => {
  it('has the tarball, the bill of materials, the checksum and the notes, and no older ones', () => {
    const out = release({ name: 'latchkey', version: '1.2.3' })
    expect(readdirSync(out).sort()).toEqual([
      'SHA256SUMS',
      'latchkey-1.2.3.sbom.json',
      'latchkey-1.2.3.tgz',
      'notes.md',
    ])
    expect(readFileSync(join(out, 'notes.md'), 'utf8')).toBe('Notes of two lines.\n')
    const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
    expect(sums).toMatch(
      /^[0-9a-f]{64} {2}latchkey-1\.2\.3\.tgz\n[0-9a-f]{64} {2}latchkey-1\.2\.3\.sbom\.json\n$/,
    )
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out, stdio: 'ignore' })
    const file = join(out, '..', 'latchkey-1.2.4.tgz')
    writeFileSync(file, '')
    writeOutput(out, { file, version: '1.2.4', sha256: 'x', notes: '' }, '{}')
    expect(readdirSync(out)).not.toContain('latchkey-1.2.3.tgz')
  })

  it('is never one with other files', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'thesis.md')
    writeFileSync(file, '')
    expect(() => requireOwnFolder(folder)).toThrow(`${folder} has other files, such as thesis.md.`)
    const tarball = { file: join(folder, 'latchkey-1.2.3.tgz'), version: '1.2.3', sha256: '', notes: '' }
    expect(() => writeOutput(folder, tarball, '')).toThrow('has other files')
    expect(existsSync(file)).toBe(true)
  })
})

describe('the tarball to publish', () => {
  it('is that of the version', () => {
    const out = release({ name: 'latchkey', version: '1.2.3' })
    expect(readOutput(out, '1.2.3')).toBe(join(out, 'latchkey-1.2.3.tgz'))
  })

  it('is refused if it is missing', () => {
    const out = release({ name: 'latchkey', version: '1.2.3' })
    expect(() => readOutput(out, '1.2.4')).toThrow('has no latchkey-1.2.4.tgz. Run `npm run release')
  })

  it.each(['latchkey-1.2.3.tgz', 'latchkey-1.2.3.sbom.json'])('is refused if %s was changed', (name) => {
    const out = release({ name: 'latchkey', version: '1.2.3' })
    appendFileSync(join(out, name), ' ')
    expect(() => readOutput(out, '1.2.3')).toThrow('does not have the checksum in SHA256SUMS.')
  })

  it('is refused without a checksum', () => {
    const out = release({ name: 'latchkey', version: '1.2.3' })
    rmSync(join(out, 'SHA256SUMS'))
    expect(() => readOutput(out, '1.2.3')).toThrow('does not have the checksum in SHA256SUMS.')
  })

  it.each([
    { name: 'latchkey', version: '1.2.2' },
    { name: 'other', version: '1.2.3' },
  ])('is refused if it contains $name $version', (manifest) => {
    const out = release(manifest)
    expect(() => readOutput(out, '1.2.3')).toThrow(`contains ${manifest.name} ${manifest.version}, not`)
  })
})
