/**
 * Returns the anchor of a Markdown heading, as links use it.
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
