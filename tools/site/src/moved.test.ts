import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { slugify } from './markdown.ts'
import { findMoved, MOVED } from './moved.ts'
import { repository, withoutMarkup } from './pages.ts'

function listAnchors(page: string): string[] {
  const text = readFileSync(join(repository, 'docs', `${page}.md`), 'utf8')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugify(withoutMarkup(heading)))
}

it.each(Object.entries(MOVED))('%s leads to a section that exists', (from, to) => {
  const [page = '', anchor = ''] = from.split('#')
  expect(listAnchors(page)).not.toContain(anchor)
  const [target = '', section] = to.split('#')
  if (section === undefined) expect(listAnchors(target)).not.toEqual([])
  else expect(listAnchors(target)).toContain(section)
})

it('finds a section by the path of its old page', () => {
  expect(findMoved('reference/errors.md', '#error-types')).toBe('reference/error-types')
  expect(findMoved('reference/errors.md', '#log-entries')).toBeUndefined()
})
