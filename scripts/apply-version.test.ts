import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { applyVersion } from './apply-version.mjs'

type Files = Readonly<Record<string, string | undefined>>

const MANIFEST = 'packages/latchkey/package.json'
const manifest = (version: string, more = {}) =>
  JSON.stringify({ name: 'latchkey', version, dependencies: { jose: '^6.0.0' }, ...more }, null, 2)
const lock = (version: string, integrity = 'sha512-a') =>
  JSON.stringify(
    { packages: { 'packages/latchkey': { version }, 'node_modules/jose': { integrity } } },
    null,
    2,
  )

const BEFORE = {
  [MANIFEST]: manifest('0.1.0'),
  'package-lock.json': lock('0.1.0'),
  'CHANGELOG.md': '# Changelog\n',
  '.changeset/README.md': '# Changesets\n',
  '.changeset/brave-cats.md': "---\n'latchkey': minor\n---\n\nAdded: x.\n",
  'scripts/release.mjs': 'console.log()\n',
}

const VERSION: Files = {
  [MANIFEST]: manifest('0.2.0'),
  'package-lock.json': lock('0.2.0'),
  'CHANGELOG.md': '# Changelog\n\n## 0.2.0 - 2026-02-03\n',
  '.changeset/brave-cats.md': undefined,
}

/** Returns two clones of a repository, and a function that makes a patch in one of them. */
function clones() {
  const parent = mkdtempSync(join(tmpdir(), 'latchkey-apply-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const [made, applied] = [join(parent, 'made'), join(parent, 'applied')]
  const git = (cwd: string, ...args: string[]) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false']
    return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' })
  }
  mkdirSync(made)
  git(made, 'init', '--quiet')
  write(made, BEFORE)
  git(made, 'add', '--all')
  git(made, 'commit', '--quiet', '--message', 'x')
  git(parent, 'clone', '--quiet', made, applied)
  const patch = () => {
    git(made, 'add', '--all')
    const file = join(parent, 'version.patch')
    writeFileSync(file, git(made, 'diff', '--cached', '--binary', 'HEAD'))
    return file
  }
  return { made, applied, patch, staged: () => git(applied, 'diff', '--cached', '--name-only').trim() }
}

function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (text === undefined) rmSync(join(folder, path))
    else writeFileSync(join(folder, path), text)
  }
}

it('applies a patch with a new version, and adds it to the index', () => {
  const { made, applied, patch, staged } = clones()
  write(made, VERSION)
  expect(applyVersion(applied, patch())).toBe('0.2.0')
  expect(JSON.parse(readFileSync(join(applied, MANIFEST), 'utf8')).version).toBe('0.2.0')
  expect(staged().split('\n').sort()).toEqual(Object.keys(VERSION).sort())
})

it('applies a patch of a series, which keeps its changesets', () => {
  const { made, applied, patch } = clones()
  write(made, {
    ...VERSION,
    [MANIFEST]: manifest('1.0.0-beta.0'),
    'package-lock.json': lock('1.0.0-beta.0'),
    '.changeset/pre/brave-cats.md': BEFORE['.changeset/brave-cats.md'],
  })
  expect(applyVersion(applied, patch())).toBe('1.0.0-beta.0')
})

it.each<[string, Files, string]>([
  ['a script', { 'scripts/release.mjs': 'steal()\n' }, 'scripts/release.mjs: a version does not change it'],
  [
    'a new file',
    { '.github/workflows/a.yml': 'x\n' },
    '.github/workflows/a.yml: a version does not change it',
  ],
  ['the rules', { '.changeset/README.md': 'x\n' }, '.changeset/README.md: a version does not change it'],
  ['no changelog', { 'CHANGELOG.md': undefined }, 'CHANGELOG.md: a version does not change it'],
  [
    'a dependency',
    { [MANIFEST]: manifest('0.2.0', { dependencies: { evil: '1' } }) },
    `version in ${MANIFEST}`,
  ],
  [
    'a script of npm',
    { [MANIFEST]: manifest('0.2.0', { scripts: { postinstall: 'x' } }) },
    'changes more than',
  ],
  ['another package', { 'package-lock.json': lock('0.2.0', 'sha512-b') }, 'version in package-lock.json'],
  ['two versions', { 'package-lock.json': lock('0.3.0') }, 'version in package-lock.json'],
  ['no version', { [MANIFEST]: manifest('$(id)'), 'package-lock.json': lock('$(id)') }, 'invalid version'],
])('rejects a patch with %s', (_, files, problem) => {
  const { made, applied, patch } = clones()
  write(made, { ...VERSION, ...files })
  expect(() => applyVersion(applied, patch())).toThrow(problem)
})

it('rejects a patch with a link', () => {
  const { made, applied, patch } = clones()
  write(made, { ...VERSION, 'CHANGELOG.md': undefined })
  symlinkSync('/etc/passwd', join(made, 'CHANGELOG.md'))
  expect(() => applyVersion(applied, patch())).toThrow('CHANGELOG.md: ')
})
