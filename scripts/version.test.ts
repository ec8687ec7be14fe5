import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { addRelease } from './release/changesets.mjs'
import { raiseVersion } from './version.mjs'
import { root } from './workspace.mjs'

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
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  mkdirSync(join(folder, '.changeset'), { recursive: true })
  for (const name of ['config.json', 'README.md'])
    cpSync(join(root, '.changeset', name), join(folder, '.changeset', name))
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return {
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
      `- \`signIn\` accepts ${'a long value, '.repeat(6)}a long`,
      '  value, a long value, as documented.',
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
