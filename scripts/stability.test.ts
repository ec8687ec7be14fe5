import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runProcess } from './processes.mjs'
import { root, toolEnvironment } from './workspace.mjs'

/** A row of the tables "Supported platforms". */
interface Row {
  readonly platform: string
  readonly supported: string
  readonly tested: string
  readonly workspace: string
  readonly command: string
}

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies: Record<string, string>
  readonly engines: { readonly node: string }
  readonly exports: Record<string, unknown>
}

const page = read('docs/stability.md')
const library = manifestOf('packages/latchkey')
const rows = rowsOf(section('Supported platforms'))

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(read(join(folder, 'package.json')))
}

function section(heading: string): string {
  const [, after = ''] = page.split(new RegExp(`^#+ ${heading}$`, 'm'))
  return after.split(/^## /m)[0] ?? ''
}

function cellsOf(text: string): string[][] {
  return [...text.matchAll(/^\| (.+) \|$/gm)].map(([, line = '']) => line.split(' | '))
}

function rowsOf(text: string): Row[] {
  return cellsOf(text)
    .filter(([first]) => first !== 'Platform')
    .map(([platform = '', supported = '', tested = '', workspace = '', command = '']) => ({
      platform,
      supported,
      tested,
      workspace: /\]\(\.\.\/(.*?)(?:\/?package\.json)?\)$/.exec(workspace)?.[1] ?? 'no link',
      command,
    }))
}

/** Returns the packages with their versions in a cell. */
function versionsIn(cell: string): { name: string; version: string }[] {
  return [...cell.matchAll(/`([@\w/.-]+)` (\d[\w.-]*\w)/g)].map(([, name = '', version = '']) => ({
    name,
    version,
  }))
}

/** Returns what a workspace installs. A package under another name has its own name. */
function installedBy(folder: string): Map<string, string> {
  const { dependencies, devDependencies, optionalDependencies } = manifestOf(folder)
  const entries = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  return new Map(
    entries.map(([name, version]) => {
      const [, alias = name, exact = version] = /^npm:(.+)@(.+)$/.exec(version) ?? []
      return [alias, exact]
    }),
  )
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
      const isAbout = ({ tested }: Row) =>
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
    const names = cellsOf(section('Entry points')).flatMap(([imports = '']) =>
      [...imports.matchAll(/`(latchkey[\w/*-]*)`/g)].map(([, name]) => name),
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
    expect(section('Experimental')).toContain(`(${file.replace('docs/', '')}`)
    expect(/experimental/i.test(read(file)), `${file} says that it is experimental`).toBe(true)
  })
})
