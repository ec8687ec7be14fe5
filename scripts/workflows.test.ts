import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { CLAIMS } from './claims.mjs'
import { filesOfOtherOwners, OWNER, withOwner } from './repository.mjs'
import { root } from './workspace.mjs'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
  readonly environment?: string
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> }
  readonly needs?: string | readonly string[]
  /** A workflow of this repository, which has the steps. */
  readonly uses?: string
  readonly steps?: readonly Step[]
}

interface Workflow {
  readonly on: object
  readonly permissions?: Readonly<Record<string, string>>
  readonly concurrency?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

const FOLDER = join(root, '.github', 'workflows')
const workflows = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8')
  return { name, text, workflow: parse(text) as Workflow }
})
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Permissions that a job may have in addition to reading the code, with the reason. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  'codeql.yml': ['security-events'],
  'release.yml': ['id-token', 'contents'],
  'version.yml': ['contents', 'pull-requests'],
}

describe.each(workflows)('the workflow $name', ({ name, text, workflow }) => {
  const jobs = Object.values(workflow.jobs)
  const steps = jobs.flatMap((job) => job.steps ?? [])

  it('only reads the code by default, and a job writes only what it needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const written = jobs.flatMap(({ permissions = {} }) =>
      Object.keys(permissions).filter((key) => permissions[key] !== 'read'),
    )
    expect(written).toEqual(WRITES[name] ?? [])
  })

  it('ends: it has a time limit for each job, and runs once for each branch', () => {
    for (const job of jobs.filter(({ uses }) => uses === undefined))
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
    expect(workflow.concurrency).toBeDefined()
  })

  it('pins each action to a commit, with its version as a comment', () => {
    for (const line of text.match(/^.*\buses: (?!\.\/).*$/gm) ?? [])
      expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('keeps no credentials after the checkout', () => {
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with?.['persist-credentials']).toBe(false)
  })

  it('runs only scripts that exist', () => {
    const commands = steps.map(({ run = '' }) => run).join('\n')
    const names = [...commands.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, script = '']) => script)
    const own = names.filter((script) => script !== 'ci')
    expect(own.filter((script) => scripts[script] === undefined)).toEqual([])
    const files = [...commands.matchAll(/node (scripts\/\S+)/g)].map(([, file = '']) => file)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('runs no code of a dependency where the package can be published, or the code be changed', () => {
    const writing = jobs.filter(
      ({ permissions = {} }) => permissions['id-token'] || permissions.contents === 'write',
    )
    const commands = writing.flatMap((job) => job.steps ?? []).map(({ run = '' }) => run)
    const installing = commands.filter((run) => /\bnpm (?:ci|install|i|test)\b|\bnpx\b/.test(run))
    expect(installing.filter((run) => !run.includes('--ignore-scripts'))).toEqual([])
  })

  it('runs no code of a pull request with secrets, and inserts no text of users into commands', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
    expect(text).not.toContain('secrets.')
    for (const { run = '' } of steps) expect(run).not.toContain('${{')
  })
})

it('the workflow claims.yml proves claims that exist', () => {
  const { workflow } = workflows.find(({ name }) => name === 'claims.yml') ?? {}
  const { claim = [] } = workflow?.jobs.prove?.strategy?.matrix ?? {}
  expect(CLAIMS.map(({ name }) => name)).toEqual(expect.arrayContaining([...claim]))
  expect(claim).not.toEqual([])
})

describe('publishing', () => {
  const publishing = workflows.flatMap(({ name, workflow }) =>
    Object.entries(workflow.jobs)
      .filter(([, { permissions = {} }]) => permissions['id-token'] !== undefined)
      .map(([id, job]) => ({ name, id, job, on: workflow.on })),
  )

  it('happens in one job, for a tag, after all checks and an approval', () => {
    expect(publishing.map(({ name, id }) => `${name}: ${id}`)).toEqual(['release.yml: publish'])
    const [{ job, on } = { job: undefined, on: {} }] = publishing
    expect(on).toEqual({ push: { tags: ['v*'] } })
    expect({ needs: job?.needs, environment: job?.environment }).toEqual({
      needs: ['checks', 'claims', 'build'],
      environment: 'npm',
    })
  })

  it('needs no installed package', () => {
    const commands = publishing.flatMap(({ job }) => job.steps ?? []).flatMap(({ run }) => run ?? [])
    expect(commands).toEqual(['node scripts/release.mjs --publish'])
  })
})

describe('the owner of the repository', () => {
  it('is the same in all files', () => {
    expect(filesOfOtherOwners()).toEqual([])
  })

  it('is replaced in each address', () => {
    expect(withOwner('git+https://github.com/someone-else/latchkey.git, github.com/a/other')).toBe(
      `git+https://github.com/${OWNER}/latchkey.git, github.com/a/other`,
    )
  })
})
