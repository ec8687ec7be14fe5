import { anchorOf } from './anchor.mjs'

/** @typedef {import('./spec-statements.mjs').Statement} Statement */
/** @typedef {import('./spec-citations.mjs').Citation} Citation */

/**
 * The state of a statement.
 *
 * @typedef {'proven' | 'open' | 'documented' | 'decided' | 'not built'} State
 */

/**
 * @typedef {object} Row
 * @property {Statement} statement
 * @property {State} state
 * @property {readonly Citation[]} tests
 */

const HEAD = `# Specification coverage

\`npm run spec\` generates this page from [statements.tsv](spec/statements.tsv) and from the tests;
\`npm test -- spec\` fails if it is out of date. A comment above a test, such as
\`// proves SES-5\`, cites the statements that the test proves.

Ids like \`SES-5\` are requirements, ids like \`P-SE-5\` are security properties, and ids like \`AUD-F1\` are
findings of a security audit, as what holds since they were fixed. Ids like \`DROP-1\` and \`WEB-1\`
are what moved applications and browsers rely on. Ids like \`§13.1\` are sections of the
definition of what existing applications, adapters and clients rely on. The id of a row in such a section is
the section with the name or number of the row. Letters number the statements of a section after its first
sentence.

The scope of a statement is the part that it applies to. Its state is one of these:

- **proven**: a test cites the statement.
- **open**: no test cites it yet.
- **documented**: the statement applies to the application, and the linked page says so.
- **decided**: the linked decision says what holds instead, or the statement says how an open point of other
  statements is interpreted.
- **not built**: the part that the statement applies to does not exist yet.
`

const SUMMARY_STATES = /** @type {const} */ (['proven', 'open', 'documented', 'decided', 'not built'])

/**
 * Returns the text of docs/spec.md.
 *
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function renderPage(rows) {
  const sections = [...new Set(rows.map(({ statement }) => statement.section))].map((name) => ({
    name,
    sectionRows: rows.filter(({ statement }) => statement.section === name),
  }))
  const summary = sections.map(({ name, sectionRows }) => [
    `[${name}](#${anchorOf(name)})`,
    ...SUMMARY_STATES.map((state) => count(sectionRows, state)),
  ])
  const all = ['All', ...SUMMARY_STATES.map((state) => count(rows, state))]
  const tables = sections.map(
    ({ name, sectionRows }) =>
      `## ${name}\n\n${table(['id', 'statement', 'scope', 'tests'], sectionRows.map(cellsOf))}`,
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
function cellsOf({ statement: { id, text, scope, page }, state, tests }) {
  const cited = [
    ...new Set(
      tests.map(({ file, title }) => `${file.replace('packages/latchkey/', '')} › ${escapeText(title)}`),
    ),
  ]
  const stateOrPage = page
    ? [`[${page.replace(/^docs\//, '')}](${linkTo(page)})`]
    : state === 'proven'
      ? []
      : [state]
  return [escapeText(id), escapeCell(text), scope, [...stateOrPage, ...cited].join('<br>')]
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

/** Escapes text that could be read as markup. @param {string} text */
function escapeText(text) {
  return escapeCell(text.replace(/[<>*_`\\[\]]/g, '\\$&'))
}

/** @param {string} text */
function escapeCell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
