import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
  readonly environment?: string
  readonly container?: string
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
    const programs = /\bnpm (?!view\b)|\b(?:npx|pnpm|yarn|bunx?|deno|pip|apt(?:-get)?|curl|wget)\b/
    expect(commands.filter((run) => programs.test(run))).toEqual([])
  })

  it('runs no code of a pull request with secrets, and inserts no text of users into commands', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
    expect(text).not.toContain('secrets.')
    for (const { run = '' } of steps) expect(run).not.toContain('${{')
  })
})

describe('publishing', () => {
  const publishing = workflows.flatMap(({ name, workflow }) =>
    Object.entries(workflow.jobs)
      .filter(([, { permissions = {} }]) => permissions['id-token'] !== undefined)
      .map(([id, job]) => ({ name, id, job, on: workflow.on })),
  )

  it('starts with a check of the tag, which everything else needs', () => {
    const jobs = workflows.find(({ name }) => name === 'release.yml')?.workflow.jobs ?? {}
    const [, ...others] = Object.entries(jobs)
    expect(Object.keys(jobs)[0]).toBe('verify')
    const commands = jobs.verify?.steps?.flatMap(({ run }) => run ?? [])
    expect(commands).toEqual(['node scripts/release.mjs --verify-tag "$TAG"'])
    const reaches = (id: string): boolean => id === 'verify' || [jobs[id]?.needs ?? []].flat().some(reaches)
    expect(others.map(([id]) => id).filter((id) => !reaches(id))).toEqual([])
  })

  it('runs for each tag by itself, and can be repeated', () => {
    const { workflow, text = '' } = workflows.find(({ name }) => name === 'release.yml') ?? {}
    expect(JSON.stringify(workflow?.concurrency)).toMatch(/^\{"group":"release-\$\{\{ github\.ref \}\}"\}$/)
    expect(text.indexOf('gh release view "$TAG"')).toBeGreaterThan(0)
    expect(text.indexOf('gh release view "$TAG"')).toBeLessThan(text.indexOf('gh release create "$TAG"'))
  })

  it('happens in one job, for a tag, after all checks and an approval', () => {
    expect(publishing.map(({ name, id }) => `${name}: ${id}`)).toEqual(['release.yml: publish'])
    const [{ job, on } = { job: undefined, on: {} }] = publishing
    expect(on).toEqual({ push: { tags: ['v*'] } })
    expect({ needs: job?.needs, environment: job?.environment }).toEqual({
      needs: ['checks', 'variants', 'build'],
      environment: 'npm',
    })
  })

  it('needs no installed package', () => {
    const commands = publishing.flatMap(({ job }) => job.steps ?? []).flatMap(({ run }) => run ?? [])
    expect(commands).toEqual(['node scripts/release.mjs --publish'])
  })
})

describe('the pull request of a version', () => {
  const jobs = workflows.find(({ name }) => name === 'version.yml')?.workflow.jobs ?? {}

  it('is prepared by a job that can write nothing', () => {
    expect(jobs.prepare?.permissions).toBeUndefined()
    expect(jobs.prepare?.steps?.map(({ run }) => run)).toContain('npm run version')
  })

  it('is opened by another job, which checks the patch before it commits it', () => {
    const [run = '', ...others] = jobs.open?.steps?.flatMap(({ run: command }) => command ?? []) ?? []
    expect(others).toEqual([])
    const [first, ...rest] = run.split('\n')
    expect(first).toBe('version="$(node scripts/apply-version.mjs "$RUNNER_TEMP/version.patch")"')
    expect(rest.filter((line) => /\bgit (?:apply|am)\b/.test(line))).toEqual([])
  })

  it('goes to the branch on which the workflow was started', () => {
    expect(jobs.open?.steps?.at(-1)?.run).toContain('gh pr create --base "$BASE"')
  })
})

it('the checks run for main and for older versions', () => {
  const { workflow } = workflows.find(({ name }) => name === 'checks.yml') ?? {}
  expect(workflow?.on).toMatchObject({ push: { branches: ['main', 'release/*'] } })
})

it('no job of the checks is left out of a release', () => {
  const { workflow } = workflows.find(({ name }) => name === 'checks.yml') ?? {}
  expect(Object.values(workflow?.jobs ?? {}).filter((job) => 'if' in job)).toEqual([])
})

it('all jobs with programs of Debian run in the same container', () => {
  const containers = workflows.flatMap(({ workflow }) =>
    Object.values(workflow.jobs).flatMap(({ container }) => container ?? []),
  )
  expect(containers.length).toBeGreaterThan(1)
  expect(new Set(containers).size).toBe(1)
})

it('Dependabot keeps old versions of packages that a workspace installs, and widens no range', () => {
  const { updates } = parse(readFileSync(join(root, '.github', 'dependabot.yml'), 'utf8'))
  const [npm] = updates
  expect(npm).toMatchObject({ 'package-ecosystem': 'npm', 'versioning-strategy': 'increase-if-necessary' })
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const own = Object.keys(packages).filter((path) => !path.includes('node_modules'))
  const names = own.flatMap((path) =>
    Object.keys({ ...packages[path].dependencies, ...packages[path].devDependencies }),
  )
  const ignored: string[] = npm.ignore.map((rule: Record<string, unknown>) => rule['dependency-name'])
  const isUnused = (pattern: string) => !names.some((name) => name.startsWith(pattern.replace('*', '')))
  expect(ignored.filter(isUnused)).toEqual([])
})

describe('the owner of the repository', () => {
  it('is the same in all files', () => {
    expect(filesOfOtherOwners()).toEqual([])
  })

  it('reviews what can publish the package', () => {
    const lines = readFileSync(join(root, '.github', 'CODEOWNERS'), 'utf8').split('\n')
    const rules = lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(/\s+/))
    const team = `@${OWNER}/maintainers`
    expect(rules.map(([pattern]) => pattern)).toEqual(
      expect.arrayContaining(['/.github/', '/scripts/', '/package-lock.json', '/packages/*/package.json']),
    )
    for (const [pattern, ...owners] of rules) expect({ pattern, owners }).toEqual({ pattern, owners: [team] })
  })

  it('is replaced in each address and each team', () => {
    expect(withOwner('/.github/ @someone-else/maintainers')).toBe(`/.github/ @${OWNER}/maintainers`)

    expect(withOwner('git+https://github.com/someone-else/latchkey.git, github.com/a/other')).toBe(
      `git+https://github.com/${OWNER}/latchkey.git, github.com/a/other`,
    )
  })
})
