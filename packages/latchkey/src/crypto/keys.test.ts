import { expect, it } from 'vitest'
import { keyFor } from './keys.ts'

it('the key for a secret and a salt is derived once', async () => {
  expect(await keyFor('a secret', 'salt', 'A256CBC-HS512')).toBe(
    await keyFor('a secret', 'salt', 'A256CBC-HS512'),
  )
})

it.each([
  ['secrets', (index: number) => keyFor(`secret ${index}`, 'salt', 'A256CBC-HS512')],
  ['salts', (index: number) => keyFor('a secret', `salt ${index}`, 'A256CBC-HS512')],
])('at most 500 keys are cached for different %s', async (_, deriveAnother) => {
  const first = await keyFor('a secret', 'salt', 'A256CBC-HS512')
  for (let index = 0; index < 500; index++) await deriveAnother(index)
  expect(await keyFor('a secret', 'salt', 'A256CBC-HS512')).not.toBe(first)
})
