import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[]
}

const FOLDER = join(root, '.github', 'workflows')
const texts = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'))
const jobs = texts.flatMap((text) => Object.values(parse(text).jobs as Record<string, Job>))

it('pins each action to a commit, with its version as a comment', () => {
  const actions = texts.flatMap((text) => text.match(/\buses: (?!\.\/).*$/gm) ?? [])
  expect(actions.length).toBeGreaterThan(10)
  for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

it('runs no code of a dependency where the package can be published or the code be changed', () => {
  const writing = jobs.filter(
    ({ permissions = {} }) => permissions['id-token'] || permissions.contents === 'write',
  )
  const commands = writing.flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []))
  expect(commands.join('\n')).toContain('npm publish')
  const programs = /\bnpm (?!view |publish )|\b(?:node|npx|pnpm|yarn|bunx?|deno|pip|apt(?:-get)?|curl|wget)\b/
  expect(commands.filter((command) => programs.test(command))).toEqual([])
})

it('gives no secret to the code of a pull request', () => {
  for (const text of texts) expect(text).not.toMatch(/pull_request_target|\bsecrets\./)
})
