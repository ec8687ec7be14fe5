import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { getFacts } from '../errors/auth-error.ts'
import * as errors from './errors.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../../../docs/reference/${name}.md`, import.meta.url), 'utf8')
const page = read('errors')
const types = read('error-types')

interface Row {
  readonly type: string
  readonly place: string
  readonly status: number
  readonly isPublic: boolean
  readonly page: string
  readonly cause: string
  readonly fix: string
}

/** The sections of docs/reference/error-types.md, but the one about a value that is no type. */
const sections = types
  .split('\n## ')
  .slice(1)
  .filter((section) => !section.startsWith('`SessionRequired`'))
const rows = sections.map((section): Row => {
  const [heading = '', list = ''] = section.trim().split('\n\n')
  const lines = list.replaceAll(/\n +/g, ' ').split('\n')
  const [facts = '', cause = '', fix = ''] = lines.map((line) => line.replace(/^- (?:\*\*Fix\.\*\* )?/, ''))
  const fact = (name: string) => new RegExp(`\\*${name}:\\* ([^·]+)`).exec(facts)?.[1]?.trim() ?? ''
  return {
    type: heading.replaceAll('`', ''),
    place: fact('Shown on'),
    status: Number(fact('Status')),
    isPublic: fact('Public') === 'yes',
    page: fact('Page'),
    cause,
    fix,
  }
})

const classes = Object.values(errors).filter(
  (value): value is typeof errors.AuthError =>
    typeof value === 'function' &&
    (value === errors.AuthError || value.prototype instanceof errors.AuthError),
)
const known = [...new Set(classes)].map((ErrorClass) => ({
  type: ErrorClass.type,
  facts: getFacts(new ErrorClass()),
}))

const PLACES = {
  signIn: 'sign-in',
  verify: 'verify',
  error: 'error',
  response: 'response',
  log: 'logged only',
}

it('docs/reference/error-types.md lists every error type once, in alphabetical order', () => {
  expect(rows.map(({ type }) => type)).toEqual(known.map(({ type }) => type).sort())
})

describe.each(known)('$type in docs/reference/error-types.md', ({ type, facts }) => {
  const row = rows.find((candidate) => candidate.type === type)

  it('has the same page, status and visibility as in the source', () => {
    expect(row).toMatchObject({ place: PLACES[facts.place], status: facts.status, isPublic: facts.isPublic })
  })

  it('has a cause, a fix unless it is never raised, and the `error` parameter of the page', () => {
    expect(row?.cause).toMatch(/^.{10,}\.$/)
    if (!/^(?:Never raised|Parent)/.test(row?.cause ?? '')) expect(row?.fix).toMatch(/^.{8,}[.?]$/)
    const [, parameter] = row?.page.match(/\?error=(\w+)/) ?? []
    if (parameter !== undefined) expect(parameter).toBe(facts.isPublic ? type : 'Configuration')
  })
})

it('docs/reference/errors.md lists every warning once, in alphabetical order', () => {
  const source = readFileSync(new URL('../types/config.ts', import.meta.url), 'utf8')
  const [, union = ''] = /type WarningCode =(.*?)\n\n/s.exec(source) ?? []
  const codes = [...union.matchAll(/'([\w-]+)'/g)].map(([, code]) => code)
  expect(codes).toContain('unknown-option')
  const [, section = ''] = page.split('\n## Warnings\n')
  expect([...section.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, code]) => code)).toEqual(codes)
})
