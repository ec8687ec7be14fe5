import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { changesSince, unannounced } from './check-changeset.mjs'
import { withVersion } from './release/next-changelog.mjs'
import { setVersion } from './version.mjs'
import { root } from './workspace.mjs'

const DATE = '2026-12-01'
const CHANGELOG = '# Changelog\n\nFormat.\n\n## 0.1.0 - 2026-11-23\n\nThe first release.\n'

/** A repository with the package, its changelog and the configuration of changesets. */
function createRepository(changesets: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-version-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'packages', 'latchkey'), { recursive: true })
  mkdirSync(join(folder, 'packages', 'other'))
  mkdirSync(join(folder, '.changeset'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['config.json', 'README.md'])
    cpSync(join(root, '.changeset', name), join(folder, '.changeset', name))
  const json = (path: string, value: object): void => writeFileSync(join(folder, path), JSON.stringify(value))
  json('package.json', { name: 'workspace', private: true, workspaces: ['packages/*'] })
  json('packages/latchkey/package.json', { name: 'latchkey', version: '0.1.0' })
  json('packages/other/package.json', { name: 'other', private: true, dependencies: { latchkey: '*' } })
  json('package-lock.json', { packages: { 'packages/latchkey': { version: '0.1.0' } } })
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  for (const [name, text] of Object.entries(changesets))
    writeFileSync(join(folder, '.changeset', `${name}.md`), text)
  return folder
}

function read(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}

const changeset = (bump: string, text: string): string => `---\n'latchkey': ${bump}\n---\n\n${text}\n`

describe('a version', () => {
  it('follows from the changesets, with a section of the changelog for each of their groups', async () => {
    const folder = createRepository({
      'quick-cats': changeset('patch', 'Fixed: sign-in with one provider.'),
      'brave-dogs': changeset('minor', 'Added: a list of sessions.\nIt is sorted.'),
    })
    expect(await setVersion(folder, DATE)).toBe('0.2.0')
    expect(JSON.parse(read(folder, 'packages/latchkey/package.json')).version).toBe('0.2.0')
    expect(JSON.parse(read(folder, 'package-lock.json')).packages['packages/latchkey'].version).toBe('0.2.0')
    expect(JSON.parse(read(folder, 'packages/other/package.json')).version).toBeUndefined()
    const section = `## 0.2.0 - ${DATE}

### Added

- a list of sessions. It is sorted.

### Fixed

- sign-in with one provider.

`
    expect(read(folder, 'CHANGELOG.md')).toBe(CHANGELOG.replace('## 0.1.0', `${section}## 0.1.0`))
    expect(existsSync(join(folder, '.changeset', 'quick-cats.md'))).toBe(false)
    expect(existsSync(join(folder, '.changeset', 'README.md'))).toBe(true)
    expect(existsSync(join(folder, 'packages', 'latchkey', 'CHANGELOG.md'))).toBe(false)
  })

  it('stays as it is without changesets', async () => {
    const folder = createRepository({})
    expect(await setVersion(folder, DATE)).toBeUndefined()
    expect(read(folder, 'CHANGELOG.md')).toBe(CHANGELOG)
  })

  it('stays as it is if a changeset does not say which section it belongs to', async () => {
    const folder = createRepository({ 'brave-dogs': changeset('minor', 'A list of sessions.') })
    await expect(setVersion(folder, DATE)).rejects.toThrow(
      '.changeset/brave-dogs.md does not start with a section',
    )
    expect(JSON.parse(read(folder, 'packages/latchkey/package.json')).version).toBe('0.1.0')
    expect(existsSync(join(folder, '.changeset', 'brave-dogs.md'))).toBe(true)
  })

  it('is written once', () => {
    const release = { version: '0.1.0', date: DATE, changesets: [{ id: 'x', summary: 'Fixed: x' }] }
    expect(() => withVersion(CHANGELOG, release)).toThrow('CHANGELOG.md already has 0.1.0.')
  })
})

describe('a change of the package', () => {
  const source = { status: 'M', path: 'packages/latchkey/src/index.ts' }
  const report = { status: 'M', path: 'packages/latchkey/api/latchkey.api.md' }

  it.each([
    ['of a source without a changeset is reported', [source], [source.path]],
    ['of the public interface without a changeset is reported', [report], [report.path]],
    ['of a test is not reported', [{ status: 'M', path: 'packages/latchkey/src/jwt.test.ts' }], []],
    ['of a page is not reported', [{ status: 'M', path: 'docs/README.md' }], []],
    ['with a changeset is not reported', [source, { status: 'A', path: '.changeset/brave-dogs.md' }], []],
    [
      'is reported if only the page about changesets changed',
      [source, { status: 'M', path: '.changeset/README.md' }],
      [source.path],
    ],
    ['by a version is not reported', [source, { status: 'D', path: '.changeset/brave-dogs.md' }], []],
  ])('%s', (_, changes, files) => {
    expect(unannounced(changes)).toEqual(files)
  })

  it('is found in the history, also in a file whose name has spaces', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-changes-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const git = (...args: readonly string[]): void => {
      const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']
      execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'ignore' })
    }
    git('init', '--initial-branch', 'main')
    git('commit', '--allow-empty', '--message', 'first')
    git('switch', '--create', 'change')
    writeFileSync(join(folder, 'a b.md'), 'x')
    git('add', '.')
    git('commit', '--message', 'second')
    expect(changesSince('main', folder)).toEqual([{ status: 'A', path: 'a b.md' }])
    expect(() => changesSince('elsewhere', folder)).toThrow('The commit elsewhere is not in the history')
  })
})
