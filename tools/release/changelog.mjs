/**
 * How `changeset version` writes an entry of the changelog: without the commit, with the type of
 * the change in bold, and each paragraph in one line, because the page of a release at GitHub shows
 * every line break.
 */
export default {
  /** @param {{ summary: string }} changeset */
  getReleaseLine({ summary }) {
    const text = summary.includes('```') ? summary : summary.replace(/(?<=\S)\n(?=[^\s\-+*>#|\d])/g, ' ')
    return `- ${text.replace(/^\w+:/, '**$&**').replaceAll(/\n(?=.)/g, '\n  ')}`
  },
  getDependencyReleaseLine() {
    return ''
  },
}
