import { posix } from 'node:path'
import { OWNER, REPOSITORY } from '../repository.mjs'

/** Files that a page shows instead of linking to them. */
const IMAGE = /\.(?:png|svg|jpg|webp)$/

/**
 * Replaces the relative links of a page by URLs of the repository at a version, because a package
 * has no other pages.
 *
 * @param {string} markdown
 * @param {{ version: string, folder?: string }} options `folder`: that of the page, relative to
 *   the repository
 * @returns {string}
 */
export function withAbsoluteLinks(markdown, { version, folder = '' }) {
  const absolute = (/** @type {string} */ target) => {
    if (/^(?:[a-z][a-z+.-]*:|#|\/\/)/i.test(target)) return target
    const [path = '', anchor] = target.split('#')
    const file = posix.normalize(posix.join(folder, path))
    const url = IMAGE.test(file)
      ? `https://raw.githubusercontent.com/${OWNER}/latchkey/v${version}/${file}`
      : `${REPOSITORY}/blob/v${version}/${file}`
    return anchor === undefined ? url : `${url}#${anchor}`
  }
  return outsideOfCode(markdown, (text) =>
    text
      .replace(/(\]\()([^)\s]+)(\))/g, (_, open, target, close) => open + absolute(target) + close)
      .replace(/\b(src|srcset|href)="([^"]+)"/g, (_, name, target) => `${name}="${absolute(target)}"`),
  )
}

/**
 * @param {string} markdown
 * @param {(text: string) => string} change
 */
function outsideOfCode(markdown, change) {
  return markdown
    .split(/(^```.*?^```$)/ms)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}
