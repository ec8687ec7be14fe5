import { expect, it } from 'vitest'
import { filesOfOtherOwners, OWNER, withOwner } from './repository.mjs'

it('finds the same owner in all files', () => {
  expect(filesOfOtherOwners()).toEqual([])
})

it('replaces the owner in each address and each team', () => {
  expect(withOwner('/.github/ @someone-else/maintainers')).toBe(`/.github/ @${OWNER}/maintainers`)
  expect(withOwner('git+https://github.com/someone-else/latchkey.git, github.com/a/other')).toBe(
    `git+https://github.com/${OWNER}/latchkey.git, github.com/a/other`,
  )
})
