import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { OWNER, REPOSITORY } from '../repository.mjs'
import { joinLines, notesOf } from './changelog.mjs'
import { checkDependencies, runtimeDependencies } from './dependencies.mjs'
import { withAbsoluteLinks } from './links.mjs'
import { distributionTag, parseView, planPublication, reasonsNotToPublish } from './publish.mjs'
import { billOfMaterials } from './sbom.mjs'
import { publishedManifest } from './stage.mjs'
import { reasonsAgainstTag } from './tag.mjs'

const PAGE = readFileSync(join(root, 'docs', 'assurance', 'supply-chain.md'), 'utf8')

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('runtime dependencies', () => {
  it('are those of docs/assurance/supply-chain.md, with permitted licences and no install scripts', () => {
    expect(checkDependencies(root, PAGE)).toEqual([])
  })

  it('are reported if the page lacks one, or names another licence or range', () => {
    const page = PAGE.replace(/^\| `jose`.*\n/m, '')
      .replace('`^14.0.3` | MIT', '`^13.0.0` | ISC')
      .replace('| `next` | `>=14`', '| `next` | `>=13`')
      .replace('| `nodemailer` | `>=7` | MIT-0', '| `nodemailer` | `>=7` | MIT')
      .replace(
        'project/decisions/0001-depend-on-three-packages-at-runtime.md',
        'project/decisions/0099-nothing.md',
      )
      .replace(/(\| `preact` .*)\[0001\]\(.*\)/, '$1it renders pages')
    expect(checkDependencies(root, page)).toEqual([
      'jose: not in the table "Runtime dependencies" of docs/assurance/supply-chain.md. Add it with its reason.',
      'commander: its column Licence in docs/assurance/supply-chain.md must be MIT',
      'commander: its column Range in docs/assurance/supply-chain.md must be ^14.0.3',
      'oauth4webapi: its column Reason in docs/assurance/supply-chain.md must link to a page in docs/project/decisions',
      'preact: its column Reason in docs/assurance/supply-chain.md must link to a page in docs/project/decisions',
      'next: its column Range in docs/assurance/supply-chain.md must be >=14',
      'nodemailer: its column Licence in docs/assurance/supply-chain.md must be MIT-0',
    ])
  })

  it('include packages that other packages install', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'packages', 'latchkey'), { recursive: true })
    const manifest = { dependencies: { first: '^1.0.0' }, peerDependencies: {} }
    writeFileSync(join(folder, 'packages', 'latchkey', 'package.json'), JSON.stringify(manifest))
    const packages = {
      'node_modules/first': { version: '1.0.0', license: 'MIT', dependencies: { second: '*' } },
      'node_modules/first/node_modules/second': {
        version: '2.0.0',
        license: 'GPL-3.0',
        hasInstallScript: true,
      },
      'node_modules/second': { version: '1.0.0', license: 'MIT' },
    }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
    expect(runtimeDependencies(folder).map(({ name, version }) => `${name} ${version}`)).toEqual([
      'first 1.0.0',
      'second 2.0.0',
    ])
    expect(checkDependencies(folder, '')).toEqual([
      'first: not in the table "Runtime dependencies" of docs/assurance/supply-chain.md. Add it with its reason.',
      'second: not in the table "Runtime dependencies" of docs/assurance/supply-chain.md. Add it with its reason.',
      'second: the licence GPL-3.0 is not allowed',
      'second: runs a script at its installation',
    ])
  })
})

describe('the bill of materials', () => {
  it('contains the runtime dependencies with their hashes, and is the same twice', async () => {
    const folder = temporaryFolder()
    const staged = join(folder, 'staged')
    mkdirSync(staged)
    const manifest = JSON.parse(readFileSync(join(root, 'packages', 'latchkey', 'package.json'), 'utf8'))
    writeFileSync(join(staged, 'package.json'), JSON.stringify(publishedManifest(manifest)))
    const first = await billOfMaterials(root, staged, join(folder, 'first'))
    expect(await billOfMaterials(root, staged, join(folder, 'second'))).toBe(first)
    const { bomFormat, metadata, components } = JSON.parse(first)
    expect({ bomFormat, name: metadata.component.name, version: metadata.component.version }).toEqual({
      bomFormat: 'CycloneDX',
      name: 'latchkey',
      version: manifest.version,
    })
    const names = components.map(({ name }: { name: string }) => name)
    expect(names.sort()).toEqual(runtimeDependencies(root).map(({ name }) => name))
    for (const { hashes } of components) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/)
  })
})

describe('the page of the package', () => {
  const links = (text: string) => withAbsoluteLinks(text, { version: '1.2.3' })

  it('links to the repository at the version', () => {
    expect(links('[a](docs/a.md#b) ![b](docs/b.png) [c](https://c.example) [d](#d)')).toBe(
      `[a](${REPOSITORY}/blob/v1.2.3/docs/a.md#b) ` +
        `![b](${REPOSITORY.replace('github.com', 'raw.githubusercontent.com')}/v1.2.3/docs/b.png) ` +
        '[c](https://c.example) [d](#d)',
    )
  })

  it('shows the pictures of HTML', () => {
    expect(links('<source srcset="docs/images/x.png"> <img src="y.svg">')).toMatch(
      /srcset="https:\/\/raw\.githubusercontent\.com\/.*\/v1\.2\.3\/docs\/images\/x\.png".*\/v1\.2\.3\/y\.svg"/,
    )
  })

  it('keeps its code', () => {
    const code = '```ts\nconst a = b[0](c)\n```'
    expect(links(code)).toBe(code)
  })
})

describe('the published manifest', () => {
  it('has no scripts, no development dependencies and no condition for tests', () => {
    const manifest = {
      name: 'latchkey',
      scripts: { build: 'tsc' },
      devDependencies: { vite: '1.0.0' },
      exports: { '.': { '@latchkey/source': './src/index.ts', default: './dist/index.js' }, './x': null },
      files: ['dist'],
    }
    expect(publishedManifest(manifest)).toEqual({
      name: 'latchkey',
      exports: { '.': { default: './dist/index.js' }, './x': null },
      files: ['dist'],
    })
  })
})

it('the manifest of the repository refuses `npm publish`, and the published one has no scripts', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'packages', 'latchkey', 'package.json'), 'utf8'))
  expect(manifest.scripts.prepublishOnly).toMatch(/ && exit 1$/)
  expect(publishedManifest(manifest)).not.toHaveProperty('scripts')
})

describe('the release notes', () => {
  const changelog =
    '# Changelog\n\n## 1.2.3 - 2026-11-23\n\n### Added\n\n- x\n\n## 1.2.2 - 2026-11-22\n\n- y\n'

  it('are the section of the version', () => {
    expect(notesOf(changelog, '1.2.3')).toBe('### Added\n\n- x')
  })

  it.each(['1.2.4', '1.2', '1x2.3'])('are missing for %s', (version) => {
    expect(() => notesOf(changelog, version)).toThrow(`CHANGELOG.md has no notes for ${version}.`)
  })
})

describe('the notes on the page of the release, where GitHub shows every line break', () => {
  it('have each paragraph and each list item in one line', () => {
    const notes =
      'One paragraph\nof two lines.\n\n- An item\n  of two.\n\n' +
      '  Its second\n  paragraph.\n  - Inner\n    item.'
    expect(joinLines(notes)).toBe(
      'One paragraph of two lines.\n\n- An item of two.\n\n  Its second paragraph.\n  - Inner item.',
    )
  })

  it.each([
    '### Added\nText',
    '- one\n- two\n1. three',
    '| a |\n|---|\n| b |',
    '```ts\nconst a = 1\nconst b = 2\n```',
    '  ~~~\n  a\n\n  b\n  ~~~',
    '> a\n> b',
    'a hard break  \nb',
    'a hard break\\\nb',
    '<details>\n<summary>x</summary>',
  ])('keep the lines of %j', (notes) => {
    expect(joinLines(notes)).toBe(notes)
  })
})

describe('a tag', () => {
  const facts = {
    tag: 'v1.2.3',
    version: '1.2.3',
    locked: '1.2.3',
    changelog: '## 1.2.3 - 2026-11-23\n\n- x\n',
    isPending: false,
    repository: `${OWNER}/latchkey`,
    git: () => 'origin/main',
  }

  it('can be released if everything agrees', () => {
    expect(reasonsAgainstTag(facts)).toEqual([])
    expect(reasonsAgainstTag({ ...facts, repository: undefined })).toEqual([])
  })

  it.each([
    ['of another version', { tag: 'v1.2.4' }, 'The tag is v1.2.4, but the package has the version 1.2.3.'],
    ['with another version in the lock file', { locked: '1.2.2' }, 'package-lock.json has the version 1.2.2'],
    ['with changesets that wait', { isPending: true }, 'Some changesets are not released yet.'],
    ['without notes', { changelog: '# Changelog\n' }, 'CHANGELOG.md has no section for 1.2.3.'],
    ['of a commit on another branch', { git: () => '' }, 'The commit is neither on main nor on a branch'],
    ['in a fork', { repository: 'ann/latchkey' }, 'and the workflow runs in ann/latchkey.'],
  ])('%s is refused', (_, change, reason) => {
    expect(reasonsAgainstTag({ ...facts, ...change })).toEqual([expect.stringContaining(reason)])
  })
})

describe('publishing', () => {
  const inWorkflow = { GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.example' }
  const git =
    (status: string, tags: string) =>
    (command: string): string =>
      command === 'status' ? status : tags

  it('is possible in the workflow of a tag', () => {
    const facts = { version: '1.2.3', env: inWorkflow, npm: '11.5.1', git: git('', 'latest\nv1.2.3') }
    expect(reasonsNotToPublish(facts)).toEqual([])
  })

  it.each([
    ['outside of a workflow', {}, '', 'v1.2.3', 'It does not run in a workflow'],
    ['with changes', inWorkflow, ' M README.md', 'v1.2.3', 'The working tree has changes.'],
    ['without the tag of the version', inWorkflow, '', 'v1.2.30', 'The commit has no tag v1.2.3.'],
  ])('is refused %s', (_, env, status, tags, reason) => {
    const reasons = reasonsNotToPublish({ version: '1.2.3', env, npm: '11.10.0', git: git(status, tags) })
    expect(reasons).toEqual([expect.stringContaining(reason)])
  })

  it.each(['11.5.0', '10.9.4'])('is refused with npm %s, which needs a token', (npm) => {
    const reasons = reasonsNotToPublish({ version: '1.2.3', env: inWorkflow, npm, git: git('', 'v1.2.3') })
    expect(reasons).toEqual([expect.stringContaining(`npm ${npm} cannot publish without a token.`)])
  })

  it.each([
    { version: '0.1.0', latest: undefined, tag: 'latest' },
    { version: '0.1.0', latest: '0.0.0', tag: 'latest' },
    { version: '1.10.0', latest: '1.9.3', tag: 'latest' },
    { version: '1.2.3', latest: '1.2.3', tag: 'latest' },
    { version: '1.2.4', latest: '2.0.0', tag: 'release-1' },
    { version: '1.9.9', latest: '1.10.0', tag: 'release-1' },
    { version: '1.2.3-beta.1', latest: '1.2.2', tag: 'next' },
  ])('offers $version as $tag while $latest is the latest', ({ version, latest, tag }) => {
    expect(distributionTag(version, latest)).toBe(tag)
  })

  const version = { version: '1.2.3', integrity: 'sha512-a', latest: '1.2.2' }

  it('uploads a version that npm does not have, and does not repeat an upload', () => {
    expect(planPublication({ ...version, published: undefined })).toEqual({
      tag: 'latest',
      isPublished: false,
    })
    expect(planPublication({ ...version, published: 'sha512-a', latest: '1.2.3' })).toEqual({
      tag: 'latest',
      isPublished: true,
    })
  })

  it('fails if npm has other bytes under the version', () => {
    expect(() => planPublication({ ...version, published: 'sha512-b' })).toThrow(
      'npm has another latchkey 1.2.3, with the integrity sha512-b. This one has sha512-a.',
    )
  })

  it('asks npm, and tells a missing version from a registry that does not respond', () => {
    const missing = '{\n  "error": {\n    "code": "E404",\n    "summary": "No match"\n  }\n}\n'
    expect(parseView(true, '"sha512-a"\n')).toBe('sha512-a')
    expect(parseView(true, '')).toBeUndefined()
    expect(parseView(false, missing)).toBeUndefined()
    expect(() => parseView(false, missing.replace('E404', 'ETIMEDOUT'))).toThrow('npm view failed.')
  })
})
