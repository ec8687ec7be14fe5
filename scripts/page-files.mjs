/**
 * A file that a page of the documentation shows in full. `path` is the one in its first comment.
 *
 * @typedef {{ path: string, content: string }} PageFile
 */

const CODE_BLOCK = /^```(\w+)\n(.*?)^```$/gms

/** The comment in the first line of a block: `// auth.ts`, `# .env`, `-- a.sql`, … */
const FILE_COMMENT = /^(?:\/\/|#|--|<!--) ([\w./[\]+$-]*\.\w+)(?=[\s:])/

/**
 * Returns the files that a page shows, in the order of the page and unchanged. A block belongs to a
 * file if a comment in its first line names the file.
 *
 * @param {string} page
 * @returns {PageFile[]}
 */
export function filesOfPage(page) {
  return [...page.matchAll(CODE_BLOCK)].flatMap(([, , content = '']) => {
    const path = FILE_COMMENT.exec(content)?.[1]
    return path === undefined ? [] : [{ path, content }]
  })
}

/**
 * Returns the packages that a reader installs: the names in the lines `npm install …` of its shell
 * commands.
 *
 * @param {string} page
 * @returns {string[]}
 */
export function packagesOfPage(page) {
  const commands = [...page.matchAll(CODE_BLOCK)].flatMap(([, language, content = '']) =>
    language === 'sh' ? content.split('\n') : [],
  )
  return commands.flatMap((command) => {
    const [program, action, ...words] = command.trim().split(/\s+/)
    return program === 'npm' && action === 'install' ? words.filter((word) => !word.startsWith('-')) : []
  })
}
