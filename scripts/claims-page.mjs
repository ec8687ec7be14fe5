/** @typedef {import('./claims.mjs').Claim} Claim */

const HEAD = `# Claims

Each line is something that Latchkey claims about itself, with a command that proves it. Run the command in a
checkout of the repository: it installs what is missing, and its last line says how many checks passed and
failed. \`npm run prove\` lists the claims, and \`--record\` writes the result of a run to this page.

| Claim | Command | Last result |
|---|---|---|
`

const NO_RESULT = 'not run yet'

/**
 * Returns the text of docs/claims.md.
 *
 * @param {readonly Pick<Claim, 'name' | 'text' | 'usage'>[]} claims
 * @param {ReadonlyMap<string, string>} results by the name of the claim
 * @returns {string}
 */
export function renderClaims(claims, results) {
  const rows = claims.map(
    ({ name, text, usage = '' }) =>
      `| ${text} | \`${`npm run prove -- ${name} ${usage}`.trim()}\` | ${results.get(name) ?? NO_RESULT} |\n`,
  )
  return HEAD + rows.join('')
}

/**
 * Returns the results on a page, by the name of the claim.
 *
 * @param {string} page the text of docs/claims.md
 * @returns {Map<string, string>}
 */
export function readResults(page) {
  const rows = page.matchAll(/`npm run prove -- (\S+)[^`]*` \| (.+) \|$/gm)
  return new Map([...rows].map(([, name = '', result = '']) => [name, result]))
}

/**
 * Returns the results on a page, with a new one for a claim.
 *
 * @param {string} page
 * @param {string} name
 * @param {string} result
 */
export function recordResult(page, name, result) {
  return readResults(page).set(name, result)
}
