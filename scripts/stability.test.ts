import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runProcess } from './processes.mjs'
import {
  cellsOf,
  installedBy,
  platformsOf,
  STABILITY_PAGE,
  sectionOf,
  versionsIn,
  withInstalledVersions,
} from './stability-page.mjs'
import { root, toolEnvironment } from './workspace.mjs'

interface Manifest {
  readonly peerDependencies: Record<string, string>
  readonly engines: { readonly node: string }
  readonly exports: Record<string, unknown>
}

const page = read(STABILITY_PAGE)
const library: Manifest = JSON.parse(read('packages/latchkey/package.json'))
const rows = platformsOf(page)

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Returns the names of the steps of `npm test`, which an unknown name prints. */
async function stepsOfTest(): Promise<string[]> {
  const { output } = await runProcess({
    name: 'steps',
    program: 'node',
    args: [join('scripts', 'test.mjs'), 'no-such-step'],
    cwd: root,
    env: toolEnvironment(),
  })
  return /Choose from: (.+)$/m.exec(output)?.[1]?.split(', ') ?? []
}

describe('the supported platforms', () => {
  it.each(rows)('have the versions that are installed: $tested', ({ tested, workspace }) => {
    const installed = installedBy(workspace)
    const stated = versionsIn(tested)
    expect(stated).toEqual(stated.map(({ name }) => ({ name, version: installed.get(name) })))
  })

  it('get the versions of a workspace with `npm run stability`, each row those of its own', () => {
    const installed = (workspace: string) =>
      new Map([
        ['next', workspace === 'tests/frameworks/next-14' ? '14.9.9' : '16.9.9'],
        ['react', '18.9.9'],
      ])
    const after = platformsOf(withInstalledVersions(page, installed))
    const versionsOf = (name: string) =>
      after.flatMap(({ tested }) => versionsIn(tested)).filter((one) => one.name === name)
    expect(versionsOf('next').map(({ version }) => version)).toEqual(['16.9.9', '14.9.9'])
    expect(withInstalledVersions(page)).toBe(page)
  })

  it('name a version of an installed package in nearly every row', () => {
    const without = rows.filter(({ tested }) => versionsIn(tested).length === 0)
    expect(without.map(({ tested }) => tested)).toEqual([
      'Glewlwyd and LemonLDAP::NG of Debian',
      'each against a simulated provider that behaves as its documentation says',
    ])
  })

  it('have commands with steps that exist', async () => {
    const steps = await stepsOfTest()
    expect(steps).toContain('library')
    for (const { platform, command } of rows) {
      const [, names] =
        /^`npm test(?: -- ([\w -]+))?`$/.exec(command) ?? expect.fail(`${platform}: ${command}`)
      expect(steps, platform).toEqual(expect.arrayContaining(names?.split(' ') ?? []))
    }
  })

  it.each(Object.entries({ ...library.peerDependencies, node: library.engines.node }))(
    'have the range of the package: %s %s',
    (name, range) => {
      const isAbout = ({ tested }: (typeof rows)[number]) =>
        versionsIn(tested).some((found) => found.name === name || found.name.startsWith(`${name}-linux`))
      const stated = rows.filter(isAbout).map(({ supported }) => supported.replace(`\`${name}\` `, ''))
      expect([...new Set(stated)]).toEqual([`${range.replace('>=', '')} or newer`])
    },
  )

  it.each([
    ['PostgreSQL', 'docs/postgresql.md'],
    ['MariaDB', 'docs/mysql.md'],
    ['Redis', 'docs/redis.md'],
  ])('have the server that the page of %s names', (server, file) => {
    const pattern = new RegExp(`${server} (\\d[\\d.]*\\d|\\d+)`)
    const stated = rows.map(({ tested }) => pattern.exec(tested)?.[0]).filter(Boolean)
    expect(stated).toEqual([pattern.exec(read(file).split('Tested with')[1] ?? '')?.[0]])
  })
})

describe('the stable interface', () => {
  it('lists every entry point of the package', () => {
    const table = sectionOf(page, 'Entry points').match(/^\| .+ \|$/gm) ?? []
    const names = table.flatMap((line) =>
      [...(cellsOf(line)[0] ?? '').matchAll(/`(latchkey[\w/*-]*)`/g)].map(([, name]) => name),
    )
    const exported = Object.entries(library.exports)
      .filter(([path, target]) => target !== null && path !== './package.json')
      .map(([path]) => path.replace(/^\./, 'latchkey'))
    expect(names.sort()).toEqual(exported.sort())
  })

  it.each([
    'docs/passkeys.md',
    'docs/sveltekit.md',
    'docs/solid-start.md',
    'docs/your-own-server.md',
    'docs/configuration.md',
  ])('links %s as experimental, which says so itself', (file) => {
    expect(sectionOf(page, 'Experimental')).toContain(`(${file.replace('docs/', '')}`)
    expect(/experimental/i.test(read(file)), `${file} says that it is experimental`).toBe(true)
  })
})
