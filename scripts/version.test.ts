import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { expect, it, onTestFinished } from 'vitest'
import { addRelease, isPending } from './release/changesets.mjs'
import { raiseVersion } from './version.mjs'

const CHANGELOG = '# Changelog\n\nFormat.\n\n## 0.1.0 - 2026-01-01\n\n### Added\n\n- Everything.\n'

const changeset = (bump: string, text: string) => `---\n'latchkey': ${bump}\n---\n\n${text}\n`

/** A repository with the configuration of this one, without Git, as the release builds it. */
function repositoryWith(changesets: Readonly<Record<string, string>>, changelog = CHANGELOG) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-version-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = {
    'package.json': JSON.stringify({ private: true, workspaces: ['packages/*', 'examples/*'] }),
    'packages/latchkey/package.json': JSON.stringify({ name: 'latchkey', version: '0.1.0' }),
    'examples/next/package.json': JSON.stringify({
      name: 'example',
      private: true,
      dependencies: { latchkey: '*' },
    }),
    'package-lock.json': JSON.stringify({ packages: { 'packages/latchkey': { version: '0.1.0' } } }),
    'CHANGELOG.md': changelog,
    ...Object.fromEntries(Object.entries(changesets).map(([name, text]) => [`.changeset/${name}`, text])),
  }
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  mkdirSync(join(folder, '.changeset'), { recursive: true })
  for (const name of ['config.json', 'README.md'])
    cpSync(join(root, '.changeset', name), join(folder, '.changeset', name))
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return {
    folder,
    write,
    raise: () => raiseVersion(folder, '2026-02-03'),
    read,
    state: () => ({
      version: JSON.parse(read('packages/latchkey/package.json')).version,
      locked: JSON.parse(read('package-lock.json')).packages['packages/latchkey'].version,
      changelog: read('CHANGELOG.md'),
      changesets: readdirSync(join(folder, '.changeset'))
        .filter((name) => name !== 'config.json' && name !== 'README.md')
        .sort(),
    }),
  }
}

it('turns changesets into a version and a section of the changelog', async () => {
  const { raise, read, state } = repositoryWith({
    'b.md': changeset('patch', 'Fixed: a link\nworks once.\n\nOlder links too.'),
    'a.md': changeset('minor', `Added: \`signIn\` accepts ${'a long value, '.repeat(8)}as documented.`),
    'c.md': changeset('patch', 'Fixed: Another defect.'),
    'internal.md': '---\n---\n',
  })
  const example = read('examples/next/package.json')
  expect(await raise()).toBe('Set the version 0.2.0. Read its section of CHANGELOG.md, and commit.')
  expect(state()).toEqual({
    version: '0.2.0',
    locked: '0.2.0',
    changelog: [
      '# Changelog\n\nFormat.\n\n## 0.2.0 - 2026-02-03\n\n### Added\n',
      `- \`signIn\` accepts ${'a long value, '.repeat(8)}as documented.`,
      '\n### Fixed\n',
      '- A link',
      '  works once.',
      '',
      '  Older links too.',
      '- Another defect.',
      '\n## 0.1.0 - 2026-01-01\n\n### Added\n\n- Everything.\n',
    ].join('\n'),
    changesets: [],
  })
  expect(read('examples/next/package.json')).toBe(example)
})

it('changes nothing without a changeset', async () => {
  const { raise, state } = repositoryWith({})
  const before = state()
  expect(await raise()).toBe('There is no changeset, so the version stays.')
  expect(state()).toEqual(before)
})

it('removes changesets that users do not notice, and keeps the version', async () => {
  const { raise, state } = repositoryWith({ 'a.md': '---\n---\n' })
  const before = state()
  expect(await raise()).toBe('No changeset has a change that users notice, so the version stays.')
  expect(state()).toEqual({ ...before, changesets: [] })
})

it.each([
  [
    'without a group',
    { 'a.md': changeset('minor', 'A new option.') },
    '.changeset/a.md: The text must start',
  ],
  ['without a text', { 'a.md': changeset('minor', '') }, '.changeset/a.md: The text must start'],
  ['without front matter', { 'a.md': 'Added: x.' }, '.changeset/a.md: The front matter must be one line'],
  ['without anything', { 'a.md': '' }, '.changeset/a.md: The front matter must be one line'],
  [
    'for another package',
    { 'a.md': "---\n'@latchkey/e2e': minor\n---\n\nAdded: x." },
    '.changeset/a.md: The front matter must be one line',
  ],
  [
    'with an unknown bump',
    { 'a.md': changeset('big', 'Added: x.') },
    '.changeset/a.md: The front matter must be one line',
  ],
])('writes nothing for a changeset %s', async (_, changesets, message) => {
  const { raise, state } = repositoryWith(changesets)
  const before = state()
  await expect(raise()).rejects.toThrow(message)
  expect(state()).toEqual(before)
})

it('reads changesets with the line endings of Windows', async () => {
  const { raise, state } = repositoryWith({
    'a.md': changeset('patch', 'Fixed: a link.\n\nMore.').replaceAll('\n', '\r\n'),
  })
  await raise()
  expect(state().changelog).toContain('### Fixed\n\n- A link.\n\n  More.\n')
})

it('writes a version once', () => {
  const release = { version: '0.1.0', date: '2026-02-03' }
  expect(() => addRelease(CHANGELOG, [], release)).toThrow('CHANGELOG.md already has 0.1.0.')
})

it('writes nothing if the changelog has entries without a version', async () => {
  const { raise, state } = repositoryWith(
    { 'a.md': changeset('minor', 'Added: x.') },
    CHANGELOG.replace('## 0.1.0', '## Unreleased\n\n- y\n\n## 0.1.0'),
  )
  const before = state()
  await expect(raise()).rejects.toThrow('CHANGELOG.md has a section "Unreleased".')
  expect(state()).toEqual(before)
})

it('makes a series of versions, and then a release that contains all of their changes', async () => {
  const { raise, write, state } = repositoryWith({ 'a.md': changeset('major', 'Removed: an option.') })
  write('.changeset/pre.json', JSON.stringify({ mode: 'pre', tag: 'beta' }))
  await raise()
  expect(state()).toMatchObject({ version: '1.0.0-beta.0', changesets: ['pre', 'pre.json'] })
  expect(await raise()).toBe('There is no changeset, so the version stays.')
  write('.changeset/b.md', changeset('patch', 'Fixed: a link.'))
  await raise()
  const series = state()
  expect(series).toMatchObject({ version: '1.0.0-beta.1', locked: '1.0.0-beta.1' })
  expect(sectionsOf(series.changelog)).toEqual({
    '1.0.0-beta.1': ['Fixed', 'A link.'],
    '1.0.0-beta.0': ['Removed', 'An option.'],
    '0.1.0': ['Added', 'Everything.'],
  })
  write('.changeset/pre.json', JSON.stringify({ mode: 'exit', tag: 'beta' }))
  await raise()
  const release = state()
  expect(release).toMatchObject({ version: '1.0.0', locked: '1.0.0' })
  expect(sectionsOf(release.changelog)).toEqual({
    '1.0.0': ['Removed', 'An option.', 'Fixed', 'A link.'],
    ...sectionsOf(series.changelog),
  })
  expect(release.changesets).toEqual(['pre'])
  expect(await raise()).toBe('There is no changeset, so the version stays.')
})

it('waits for a version while changesets exist, and when a series was ended', () => {
  const { folder, write } = repositoryWith({})
  expect(isPending(folder)).toBe(false)
  write('.changeset/pre/a.md', changeset('minor', 'Added: x.'))
  write('.changeset/pre.json', JSON.stringify({ mode: 'pre', tag: 'beta' }))
  expect(isPending(folder)).toBe(false)
  write('.changeset/pre.json', JSON.stringify({ mode: 'exit', tag: 'beta' }))
  expect(isPending(folder)).toBe(true)
  write('.changeset/pre.json', JSON.stringify({ mode: 'pre', tag: 'beta' }))
  write('.changeset/b.md', '---\n---\n')
  expect(isPending(folder)).toBe(true)
})

/** Returns the groups and the entries of each version. */
function sectionsOf(changelog: string): Record<string, string[]> {
  const [, ...sections] = changelog.split(/^## /m)
  return Object.fromEntries(
    sections.map((section) => {
      const [version = ''] = section.split(' ')
      return [version, [...section.matchAll(/^(?:### |- )(.+)$/gm)].map(([, text = '']) => text)]
    }),
  )
}
