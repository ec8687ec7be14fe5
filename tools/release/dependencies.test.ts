import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { expect, it } from 'vitest'

interface Locked {
  readonly license: string
  readonly dependencies?: unknown
  readonly hasInstallScript?: boolean
}

const PERMITTED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']

const page = readFileSync(join(root, 'docs', 'assurance', 'supply-chain.md'), 'utf8')
const { dependencies, peerDependencies } = readJson('packages/latchkey/package.json')
const packages: Readonly<Record<string, Locked>> = readJson('package-lock.json').packages

/** Accepts a licence, or a choice between two. @see https://spdx.org/licenses/ */
function isPermitted(license = ''): boolean {
  const choice = /^\((.+)\)$/.exec(license)?.[1]?.split(' OR ') ?? [license]
  return choice.every((each) => PERMITTED.includes(each))
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/** Finds the package that the library gets, or that any workspace installs. */
function findLocked(name: string): Locked | undefined {
  const path = `node_modules/${name}`
  const elsewhere = Object.keys(packages).find((each) => each.endsWith(`/${path}`))
  return packages[`packages/latchkey/${path}`] ?? packages[path] ?? packages[elsewhere ?? '']
}

/** Returns the first three columns of the table below a heading. */
function readTable(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `(.+?)` \| `(.+?)` \| (\S[^|]*?) \|/gm)].map(([, ...cells]) => cells)
}

function toRows(ranges: Readonly<Record<string, string>>): (string | undefined)[][] {
  const names = Object.keys(ranges).sort()
  return names.map((name) => [name, ranges[name], findLocked(name)?.license])
}

it('lists the runtime dependencies', () => {
  expect(readTable('Runtime dependencies')).toEqual(toRows(dependencies))
})

it('lists the optional packages', () => {
  expect(readTable('Optional packages')).toEqual(toRows(peerDependencies))
})

it.each(Object.keys(dependencies))(
  '%s installs no other package, runs no script and has a permitted licence',
  (name) => {
    const { license, ...locked } = findLocked(name) ?? {}
    expect(isPermitted(license)).toBe(true)
    expect(locked).not.toHaveProperty('dependencies')
    expect(locked).not.toHaveProperty('hasInstallScript')
  },
)
