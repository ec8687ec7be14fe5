import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
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
  readonly steps: readonly Step[]
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
  'release.yml': ['contents', 'id-token'],
  'version.yml': ['contents', 'pull-requests'],
}

describe.each(workflows)('the workflow $name', ({ name, text, workflow }) => {
  const jobs = Object.values(workflow.jobs)
  const steps = jobs.flatMap((job) => job.steps)

  it('only reads the code by default, and a job writes only what it needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const written = jobs.flatMap(({ permissions = {} }) =>
      Object.keys(permissions).filter((key) => permissions[key] !== 'read'),
    )
    expect(written).toEqual(WRITES[name] ?? [])
  })

  it('ends: it has a time limit for each job, and runs once for each branch', () => {
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
    expect(workflow.concurrency).toBeDefined()
  })

  it('pins each action to a commit, with its version as a comment', () => {
    for (const line of text.match(/^.*\buses:.*$/gm) ?? [])
      expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('keeps no credentials after the checkout, except to push the branch of a version', () => {
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with?.['persist-credentials']).toBe(name === 'version.yml')
  })

  it('runs only scripts that exist', () => {
    const names = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, script = '']) => script),
    )
    const own = names.filter((script) => script !== 'ci')
    expect(own.filter((script) => scripts[script] === undefined)).toEqual([])
  })

  it('runs no code of a pull request with secrets, and inserts no text of users into commands', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
    expect(text).not.toContain('secrets.')
    for (const { run = '' } of steps) expect(run).not.toContain('${{')
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
