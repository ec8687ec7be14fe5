import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { describe, expect, it } from 'vitest'
import { LANES } from '../run/steps.mjs'

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies: Record<string, string>
  readonly engines: { readonly node: string }
  readonly exports: Record<string, unknown>
}

/** A package with its version. */
const VERSION = /`([@\w/.-]+)` (\d[\w.-]*\w)/g

const page = read('docs/project/stability.md')
const library = readManifest('packages/latchkey/')
const rows = (page.match(/^\| .+ \| .+ \| .+ \| \[.+\]\(\.\.\/\.\.\/.+\) \| `npm test.*$/gm) ?? []).map(
  (line) => {
    const [, , supported = '', tested = '', link = '', command = ''] = line.split(/ ?\| ?/)
    const [, workspace = ''] = /\]\(\.\.\/\.\.\/(.*?)\/?(?:package\.json)?\)$/.exec(link) ?? []
    return { line, supported, tested, workspace, command }
  },
)

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function readManifest(workspace: string): Manifest {
  return JSON.parse(read(join(workspace, 'package.json')))
}

/** Returns the row with the versions that its workspace installs. */
function updateVersions({ line, tested, workspace }: (typeof rows)[number]): string {
  const { dependencies, devDependencies, optionalDependencies } = readManifest(workspace)
  const installed = { ...dependencies, ...devDependencies, ...optionalDependencies }
  const names = Object.entries(installed).map(([name, version]) => {
    const [, alias = name, exact = version] = /^npm:(.+)@(.+)$/.exec(version) ?? []
    return [alias, exact] as const
  })
  const versions = new Map(names)
  const updated = tested.replace(VERSION, (_, name) => `\`${name}\` ${versions.get(name) ?? 'not installed'}`)
  return line.replace(tested, () => updated)
}

/** Returns the text below a heading. */
function readSection(heading: string): string {
  const [, after = ''] = page.split(new RegExp(`^#+ ${heading}$`, 'm'))
  return after.split(/^## /m)[0] ?? ''
}

describe('the supported platforms in docs/project/stability.md', () => {
  it('have the versions that are installed; `vitest --update` rewrites them', async () => {
    const updated = rows.reduce((text, row) => text.replace(row.line, () => updateVersions(row)), page)
    await expect(updated).toMatchFileSnapshot(join(root, 'docs', 'project', 'stability.md'))
  })

  it('name a version of an installed package in nearly every row', () => {
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.filter(({ tested }) => tested.search(VERSION) < 0)).toHaveLength(2)
  })

  it('have commands with steps that exist', () => {
    const steps = LANES.flat().map(({ name }) => name)
    const named = rows.flatMap(({ command }) => command.match(/(?<=-- .*)[\w-]+/g) ?? [])
    expect(steps).toEqual(expect.arrayContaining(named))
  })

  it.each(Object.entries({ ...library.peerDependencies, node: library.engines.node }))(
    'have the range of the package: %s %s',
    (name, range) => {
      const about = rows.filter(({ tested }) => new RegExp(`\`${name}(?:-linux-x64)?\` \\d`).test(tested))
      const stated = about.map(({ supported }) => supported.replace(`\`${name}\` `, ''))
      expect([...new Set(stated)]).toEqual([`${range.replace('>=', '')} or newer`])
    },
  )

  it.each([
    ['PostgreSQL', 'docs/databases/postgresql.md'],
    ['MariaDB', 'docs/databases/mysql.md'],
    ['Redis', 'docs/databases/redis.md'],
  ])('have the server that the page of %s names', (server, file) => {
    const pattern = new RegExp(`${server} (\\d[\\d.]*\\d|\\d+)`)
    const stated = rows.map(({ tested }) => pattern.exec(tested)?.[0]).filter(Boolean)
    expect(stated).toEqual([pattern.exec(read(file).split('Tested with')[1] ?? '')?.[0]])
  })
})

describe('the stable interface in docs/project/stability.md', () => {
  it('lists every entry point of the package', () => {
    const cells = readSection('Entry points').match(/^\| `latchkey.+? \|/gm) ?? []
    const names = cells.flatMap((cell) => cell.match(/latchkey[\w/*-]*/g))
    const exported = Object.keys(library.exports).filter((path) => library.exports[path] !== null)
    const expected = exported.filter((path) => path !== './package.json')
    expect(names.sort()).toEqual(expected.map((path) => path.replace(/^\./, 'latchkey')).sort())
  })

  it.each([
    'frameworks/sveltekit',
    'frameworks/solid-start',
    'frameworks/your-own-server',
    'reference/configuration',
  ])('links %s as experimental, which says so itself', (name) => {
    expect(readSection('Experimental')).toContain(`(../${name}.md`)
    expect(read(`docs/${name}.md`)).toMatch(/experimental/i)
  })
})
