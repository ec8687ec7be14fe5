import { anchorOf } from './anchor.mjs'

/** @typedef {import('./spec-statements.mjs').Statement} Statement */
/** @typedef {import('./spec-citations.mjs').Citation} Citation */

/**
 * What is known of a statement.
 *
 * @typedef {'proven' | 'open' | 'documented' | 'decided' | 'not built'} State
 */

/**
 * @typedef {object} Row
 * @property {Statement} statement
 * @property {State} state
 * @property {readonly Citation[]} tests
 */

const HEAD = `# What the specification says, and the tests that prove it

\`npm run spec\` generates this page from [statements.tsv](spec/statements.tsv) and from the tests;
\`npm test -- spec\` fails if it is out of date. A comment above a test, such as
\`// proves SES-5\`, cites the statements that the test proves.

Ids like \`SES-5\` are requirements, \`P-SE-5\` security properties, \`§13.1\` sections of the definition of what existing applications, adapters and
clients rely on. A row of a table there is its section with the row's name or number; the letters count what a section says besides its first sentence.

- **proven**: a test cites it. **open**: none does yet.
- **documented**: it binds the application, and the page named says so. **decided**: the decision named says what
  holds instead, or the statement itself is how an open point of others is read.
- **not built**: the part that it binds is not there yet.
`

const SUMMARY_STATES = /** @type {const} */ (['proven', 'open', 'documented', 'decided', 'not built'])

/**
 * The page docs/spec.md.
 *
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function renderPage(rows) {
  const sections = [...new Set(rows.map(({ statement }) => statement.section))].map((name) => ({
    name,
    its: rows.filter(({ statement }) => statement.section === name),
  }))
  const summary = sections.map(({ name, its }) => [
    `[${name}](#${anchorOf(name)})`,
    ...SUMMARY_STATES.map((state) => count(its, state)),
  ])
  const all = ['All', ...SUMMARY_STATES.map((state) => count(rows, state))]
  const tables = sections.map(
    ({ name, its }) => `## ${name}\n\n${table(['id', 'statement', 'binds', 'tests'], its.map(cellsOf))}`,
  )
  return [HEAD, table(['section', ...SUMMARY_STATES], [...summary, all]), ...tables].join('\n')
}

/**
 * @param {readonly Row[]} rows
 * @param {State} state
 */
function count(rows, state) {
  return String(rows.filter((row) => row.state === state).length || '')
}

/** @param {Row} row */
function cellsOf({ statement: { id, text, binds, page }, state, tests }) {
  const cited = [
    ...new Set(
      tests.map(({ file, title }) => `${file.replace('packages/latchkey/', '')} › ${escapeText(title)}`),
    ),
  ]
  const told = page
    ? [`[${page.replace(/^docs\//, '')}](${linkTo(page)})`]
    : state === 'proven'
      ? []
      : [state]
  return [escapeText(id), escapeCell(text), binds, [...told, ...cited].join('<br>')]
}

/** @param {string} page */
function linkTo(page) {
  return page.startsWith('docs/') ? page.slice('docs/'.length) : `../${page}`
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

/** Text that could be read as markup. @param {string} text */
function escapeText(text) {
  return escapeCell(text.replace(/[<>*_`\\[\]]/g, '\\$&'))
}

/** @param {string} text */
function escapeCell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
