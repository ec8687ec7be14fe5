import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { expect, it, onTestFinished } from 'vitest'
import { checkChangesets } from './check-changeset.mjs'

const SOURCE = 'packages/latchkey/src/index.ts'
const REPORT = 'packages/latchkey/api/latchkey.api.md'
const MANIFEST = 'packages/latchkey/package.json'
const ADDED = "---\n'latchkey': minor\n---\n\nAdded: x.\n"
const EMPTY = '---\n---\n'

const manifest = (version: string, more = {}) =>
  JSON.stringify({ name: 'latchkey', version, dependencies: { jose: '^6.0.0' }, ...more })
const raised = { dependencies: { jose: '^6.1.0' } }

/** A repository with one commit. */
function createRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-changesets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false']
    return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim()
  }
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  const commit = (files: Readonly<Record<string, string>>) => {
    write(files)
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', 'x')
  }
  git('init', '--quiet', '--initial-branch', 'main')
  commit({ [SOURCE]: '1', [REPORT]: '1', [MANIFEST]: manifest('0.1.0'), '.changeset/old.md': ADDED })
  return { folder, git, write, commit }
}

const sourceProblem = (base: string) =>
  expect.stringContaining(`1 source file changed since ${base} without a changeset.`)
const interfaceProblem = (base: string) =>
  expect.stringContaining(`Unannounced change of the public interface since ${base}.`)

const manifestProblem = (base: string) =>
  expect.stringContaining(`Unannounced change of the published manifest since ${base}.`)

it('this repository announces its changes', () => {
  expect(checkChangesets(root).problems).toEqual([])
})

it.each([
  ['a source without a changeset', { [SOURCE]: '2' }, [sourceProblem('v0.1.0'), `  ${SOURCE}`]],
  ['a source with an empty changeset', { [SOURCE]: '2', '.changeset/a.md': EMPTY }, []],
  ['a source with a changeset', { [SOURCE]: '2', '.changeset/a.md': ADDED }, []],
  ['a report without a changeset', { [REPORT]: '2' }, [interfaceProblem('v0.1.0'), `  ${REPORT}`]],
  [
    'a report with an empty changeset',
    { [REPORT]: '2', '.changeset/a.md': EMPTY },
    [interfaceProblem('v0.1.0'), `  ${REPORT}`],
  ],
  [
    'a dependency without a changeset',
    { [MANIFEST]: manifest('0.1.0', raised) },
    [manifestProblem('v0.1.0'), `  ${MANIFEST}: dependencies`],
  ],
  [
    'a dependency with an empty changeset',
    { [MANIFEST]: manifest('0.1.0', raised), '.changeset/a.md': EMPTY },
    [manifestProblem('v0.1.0'), `  ${MANIFEST}: dependencies`],
  ],
  ['a dependency with a changeset', { [MANIFEST]: manifest('0.1.0', raised), '.changeset/a.md': ADDED }, []],
  [
    'what the published manifest does not contain',
    { [MANIFEST]: manifest('0.1.0', { devDependencies: { vite: '8.0.0' }, scripts: { build: 'tsc' } }) },
    [],
  ],
  ['a report with a changeset', { [REPORT]: '2', '.changeset/a.md': ADDED }, []],
  ['a test', { 'packages/latchkey/src/index.test.ts': '1' }, []],
  ['a page', { 'docs/frameworks/next.md': '1' }, []],
  [
    'sources of a new version, whose changesets are gone',
    { [SOURCE]: '2', [REPORT]: '2', [MANIFEST]: manifest('0.2.0') },
    [],
  ],
])('compares with the last release: %s', (_, files, problems) => {
  const { folder, git, commit } = createRepository()
  git('tag', 'v0.1.0')
  commit(files)
  expect(checkChangesets(folder)).toEqual({ problems })
})

it('counts files that are not committed', () => {
  const { folder, git, write } = createRepository()
  git('tag', 'v0.1.0')
  write({ [SOURCE]: '2' })
  expect(checkChangesets(folder).problems[0]).toEqual(sourceProblem('v0.1.0'))
  write({ '.changeset/a.md': EMPTY })
  expect(checkChangesets(folder)).toEqual({ problems: [] })
})

it('accepts a new version that is not committed yet', () => {
  const { folder, git, write } = createRepository()
  git('tag', 'v0.1.0')
  write({ [SOURCE]: '2', [REPORT]: '2', [MANIFEST]: manifest('0.2.0') })
  expect(checkChangesets(folder)).toEqual({ problems: [] })
})

it('compares a pull request with the first parent of its merge commit', () => {
  const { folder, git, commit } = createRepository()
  git('switch', '--quiet', '--create', 'feature')
  commit({ 'docs/frameworks/next.md': '1' })
  git('switch', '--quiet', 'main')
  commit({ [SOURCE]: '2' })
  git('merge', '--quiet', '--no-edit', 'feature')
  expect(checkChangesets(folder, 'HEAD^1')).toEqual({ problems: [] })
  // The base that the event names is older than the branch that GitHub merged.
  expect(checkChangesets(folder, 'HEAD^1^').problems[0]).toEqual(sourceProblem('HEAD^1^'))
})

it('compares a branch with the commit from which it started', () => {
  const { folder, git, commit } = createRepository()
  git('switch', '--quiet', '--create', 'feature')
  commit({ 'docs/frameworks/next.md': '1' })
  git('switch', '--quiet', 'main')
  commit({ [SOURCE]: '2' })
  git('switch', '--quiet', 'feature')
  expect(checkChangesets(folder, 'main')).toEqual({ problems: [] })
  commit({ [SOURCE]: '3' })
  expect(checkChangesets(folder, 'main').problems[0]).toEqual(sourceProblem('main'))
})

it('says why it compares nothing in a clone without a release', () => {
  const { folder, commit } = createRepository()
  commit({ [SOURCE]: '2' })
  expect(checkChangesets(folder)).toEqual({
    problems: [],
    note: 'Not compared: the clone has no tag of a release (v1.2.3) in its history.',
  })
})

it('fails if the given commit is not in the clone', () => {
  const { folder } = createRepository()
  expect(() => checkChangesets(folder, 'origin/main')).toThrow('origin/main and the current commit have no')
})

it('fails for a changeset with a mistake, also without a release', () => {
  const { folder, write } = createRepository()
  write({ '.changeset/a.md': "---\n'latchkey': minor\n---\n\nx\n" })
  expect(() => checkChangesets(folder)).toThrow('.changeset/a.md: The text must start with a group')
})
