import { readFileSync } from 'node:fs'
import { anchorOf } from '@latchkey/test-support/applications/anchor.mjs'

/**
 * Returns the heading that a link to a page of the documentation leads to.
 *
 * @param link a path below `docs/`, with or without an anchor
 */
export function findHeading(link: string): string {
  const [path = '', anchor] = link.split('#')
  const page = readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8')
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  const found = anchor === undefined ? headings[0] : headings.find((heading) => anchorOf(heading) === anchor)
  if (found === undefined) throw new Error(`docs/${link} does not exist.`)
  return found
}
