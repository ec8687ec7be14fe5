import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { renderFaults } from './faults-table.ts'

const PAGE = fileURLToPath(new URL('../../../docs/operate/outages.md', import.meta.url))
const GENERATED = /(?<=<!-- faults -->\n\n)[\s\S]*?(?=\n\n<!-- end of faults -->)/

it('docs/operate/outages.md shows the faults that the tests check; `vitest --update` rewrites it', async () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(page).toMatch(GENERATED)
  await expect(page.replace(GENERATED, renderFaults)).toMatchFileSnapshot(PAGE)
})
