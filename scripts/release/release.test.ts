import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { REPOSITORY } from '../repository.mjs'
import { root } from '../workspace.mjs'
import { notesOf } from './changelog.mjs'
import { checkDependencies, runtimeDependencies } from './dependencies.mjs'
import { withAbsoluteLinks } from './links.mjs'
import { distributionTag, reasonsNotToPublish } from './publish.mjs'
import { billOfMaterials } from './sbom.mjs'
import { publishedManifest } from './stage.mjs'

const PAGE = readFileSync(join(root, 'docs', 'supply-chain.md'), 'utf8')

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('runtime dependencies', () => {
  it('are those of docs/supply-chain.md, with permitted licences and no install scripts', () => {
    expect(checkDependencies(root, PAGE)).toEqual([])
  })

  it('are reported if the page lacks one, or names another licence or range', () => {
    const page = PAGE.replace(/^\| `jose`.*\n/m, '')
      .replace('`^14.0.3` | MIT', '`^13.0.0` | ISC')
      .replace('| `next` | `>=14`', '| `next` | `>=13`')
      .replace('| `nodemailer` | `>=7` | MIT-0', '| `nodemailer` | `>=7` | MIT')
      .replace('decisions/0001-depend-on-three-packages-at-runtime.md', 'decisions/0099-nothing.md')
      .replace(/(\| `preact` .*)\[0001\]\(.*\)/, '$1it renders pages')
    expect(checkDependencies(root, page)).toEqual([
      'jose: not in the table "Runtime dependencies" of docs/supply-chain.md. Add it with its reason.',
      'commander: its column Licence in docs/supply-chain.md must be MIT',
      'commander: its column Range in docs/supply-chain.md must be ^14.0.3',
      'oauth4webapi: its column Reason in docs/supply-chain.md must link to a page in docs/decisions',
      'preact: its column Reason in docs/supply-chain.md must link to a page in docs/decisions',
      'next: its column Range in docs/supply-chain.md must be >=14',
      'nodemailer: its column Licence in docs/supply-chain.md must be MIT-0',
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
      'first: not in the table "Runtime dependencies" of docs/supply-chain.md. Add it with its reason.',
      'second: not in the table "Runtime dependencies" of docs/supply-chain.md. Add it with its reason.',
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

describe('publishing', () => {
  const inWorkflow = { GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.example' }
  const git =
    (status: string, tags: string) =>
    (command: string): string =>
      command === 'status' ? status : tags

  it('is possible in the workflow of a tag', () => {
    const facts = { version: '1.2.3', env: inWorkflow, git: git('', 'latest\nv1.2.3') }
    expect(reasonsNotToPublish(facts)).toEqual([])
  })

  it.each([
    ['outside of a workflow', {}, '', 'v1.2.3', 'It does not run in a workflow'],
    ['with changes', inWorkflow, ' M README.md', 'v1.2.3', 'The working tree has changes.'],
    ['without the tag of the version', inWorkflow, '', 'v1.2.30', 'The commit has no tag v1.2.3.'],
  ])('is refused %s', (_, env, status, tags, reason) => {
    const reasons = reasonsNotToPublish({ version: '1.2.3', env, git: git(status, tags) })
    expect(reasons).toEqual([expect.stringContaining(reason)])
  })

  it.each([
    ['1.2.3', 'latest'],
    ['1.2.3-beta.1', 'next'],
  ])('offers %s as %s', (version, tag) => {
    expect(distributionTag(version)).toBe(tag)
  })
})
