import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { renderFaultsPage } from './faults-page.ts'

const PAGE = fileURLToPath(new URL('../../../docs/faults.md', import.meta.url))

it('docs/faults.md shows the faults that the tests check; `vitest --update` rewrites it', async () => {
  await expect(renderFaultsPage()).toMatchFileSnapshot(PAGE)
})
