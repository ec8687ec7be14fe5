import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The attributes of HTML elements that contain the path of a file. */
const PATH_ATTRIBUTE = /\s(?:src|srcset|href)="([^"#:]+)"/g

/**
 * Checks the files that HTML elements in Markdown refer to, such as the images of `<picture>`. The
 * rule `relative-links` reads only Markdown links.
 *
 * @type {import('markdownlint').Rule}
 */
export default {
  names: ['html-links'],
  description: 'Files that HTML elements refer to should exist',
  tags: ['links', 'html'],
  parser: 'markdownit',
  function: ({ name, parsers }, onError) => {
    const { tokens } = parsers.markdownit
    for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
      if (token.type !== 'html_block' && token.type !== 'html_inline') continue
      for (const { index, 1: path = '' } of token.content.matchAll(PATH_ATTRIBUTE)) {
        if (existsSync(resolve(dirname(name), path))) continue
        const line = token.content.slice(0, index).split('\n').length - 1
        onError({ lineNumber: token.lineNumber + line, detail: `"${path}" should exist in the file system` })
      }
    }
  },
}
