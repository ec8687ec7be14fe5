import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { expect, it } from 'vitest'
import { PROMISES } from './promises.ts'

const PAGE = join(root, 'docs', 'operate', 'several-processes.md')

it('lists the promises on the page about several processes', () => {
  const rows = PROMISES.map(({ id, title }) => `| \`${id}\` | ${title} |`)
  const [, list] = readFileSync(PAGE, 'utf8').split(/<!-- \/?promises -->\n/)
  expect(list).toBe(`\n${['| Promise | |', '|---|---|', ...rows].join('\n')}\n\n`)
})

it('gives each promise its own id', () => {
  expect(new Set(PROMISES.map(({ id }) => id)).size).toBe(PROMISES.length)
})
