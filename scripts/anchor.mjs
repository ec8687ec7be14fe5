/**
 * A heading of a page in Markdown, as links name it.
 *
 * @param {string} heading
 * @returns {string}
 */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
