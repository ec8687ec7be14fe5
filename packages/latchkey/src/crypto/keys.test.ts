import { expect, it } from 'vitest'
import { keyFor } from './keys.ts'

it('derives the key of a secret and a purpose once', async () => {
  expect(await keyFor('a secret', 'salt', 'A256CBC-HS512')).toBe(
    await keyFor('a secret', 'salt', 'A256CBC-HS512'),
  )
})

it.each([
  ['secrets', (index: number) => keyFor(`secret ${index}`, 'salt', 'A256CBC-HS512')],
  ['purposes', (index: number) => keyFor('a secret', `salt ${index}`, 'A256CBC-HS512')],
])('keeps no more than 500 of many %s', async (_, another) => {
  const first = await keyFor('a secret', 'salt', 'A256CBC-HS512')
  for (let index = 0; index < 500; index++) await another(index)
  expect(await keyFor('a secret', 'salt', 'A256CBC-HS512')).not.toBe(first)
})
