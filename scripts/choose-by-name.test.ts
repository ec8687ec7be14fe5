import { expect, it } from 'vitest'
import { chooseByName } from './choose-by-name.mjs'

const list = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]

it('chooses the whole list, or the entries that are named, in its order', () => {
  expect(chooseByName(list, [], 'check')).toEqual(list)
  expect(chooseByName(list, ['c', 'a'], 'check')).toEqual([{ name: 'a' }, { name: 'c' }])
})

it('lists the names when one is unknown', () => {
  expect(() => chooseByName(list, ['a', 'd'], 'check')).toThrow('There is no check "d". Choose from: a, b, c')
})
