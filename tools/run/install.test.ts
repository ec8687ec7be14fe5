import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isInstalled } from './install.mjs'

const lock = {
  '': { name: 'workspace' },
  'node_modules/jose': { version: '6.2.17', integrity: 'sha512-a' },
  'node_modules/@next/swc-darwin-arm64': { version: '16.4.6', optional: true },
}
const { '': _, 'node_modules/@next/swc-darwin-arm64': _forAnotherPlatform, ...installed } = lock

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-installed-'))
  await mkdir(join(folder, 'node_modules'))
  await write('package-lock.json', lock)
  await write('node_modules/.package-lock.json', installed)
})

afterEach(() => rm(folder, { recursive: true }))

function write(file: string, packages: object) {
  return writeFile(join(folder, file), JSON.stringify({ packages }))
}

it('accepts the packages of the lock file without those of other platforms', () => {
  expect(isInstalled(folder)).toBe(true)
})

it.each([
  ['another version', { 'node_modules/jose': { version: '6.2.16', integrity: 'sha512-a' } }],
  ['different content', { 'node_modules/jose': { version: '6.2.17', integrity: 'sha512-b' } }],
  ['a missing package', {}],
  [
    'a package that the lock file no longer lists',
    { ...installed, 'node_modules/old': { version: '1.0.0' } },
  ],
])('detects %s', async (_, packages) => {
  await write('node_modules/.package-lock.json', packages)
  expect(isInstalled(folder)).toBe(false)
})

it('detects an incomplete installation', async () => {
  await rm(join(folder, 'node_modules/.package-lock.json'))
  expect(isInstalled(folder)).toBe(false)
})
