import { wrapBlocks } from './comment-blocks.mjs'

/** The most columns of prose on a Markdown page. */
const MAX_PAGE_WIDTH = 110

/**
 * Wraps the paragraphs and list items of a generated Markdown page that have a line which is too
 * wide. Tables, headings and code stay as they are.
 *
 * @param {string} page
 * @returns {string}
 */
export function wrapPage(page) {
  return wrapBlocks(page.split('\n'), MAX_PAGE_WIDTH).join('\n')
}
