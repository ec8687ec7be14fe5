import { expect, it } from 'vitest'
import { wrapPage } from './wrap-page.mjs'

const WIDE = `${'word '.repeat(30)}end`
const WRAPPED = `${'word '.repeat(22).trim()}\n${'word '.repeat(8)}end`

it('wraps paragraphs and list items at 110 columns', () => {
  expect(wrapPage(`${WIDE}\n\n- ${WIDE}\n`)).toBe(
    `${WRAPPED}\n\n- ${'word '.repeat(21).trim()}\n  ${'word '.repeat(9)}end\n`,
  )
})

it.each([
  ['a table', `| ${WIDE} | |\n|---|---|`],
  ['a heading', `# ${WIDE}`],
  ['code', `\`\`\`sh\n${WIDE}\n\`\`\``],
  ['a paragraph of short lines', 'One.\nTwo.'],
])('keeps %s', (_, page) => {
  expect(wrapPage(page)).toBe(page)
})
