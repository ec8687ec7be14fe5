import { describe, expect, it } from 'vitest'
import { deriveKey } from '#jwe'
import { OpenedTokens } from './opened-tokens.ts'

const key = await deriveKey('a secret', 'session', 'A256CBC-HS512')
const another = await deriveKey('another secret', 'session', 'A256CBC-HS512')

describe('the memory of opened tokens', () => {
  it('knows what a token says, for the key that opened it alone', () => {
    const memory = new OpenedTokens()
    memory.add('token', key, 'text')
    expect([memory.get('token', key), memory.get('token', another), memory.get('toke', key)]).toEqual(['text', undefined, undefined])
  })

  it('does not keep tokens that are too long', () => {
    const memory = new OpenedTokens()
    memory.add('x'.repeat(4097), key, 'text')
    expect(memory.get('x'.repeat(4097), key)).toBeUndefined()
  })

  it('forgets what was not asked for while a thousand others came, and keeps what was', () => {
    const memory = new OpenedTokens()
    memory.add('used', key, 'used')
    memory.add('unused', key, 'unused')
    for (let index = 0; index < 1000; index++) {
      memory.add(`token ${index}`, key, 'text')
      memory.get('used', key)
    }
    expect([memory.get('used', key), memory.get('unused', key), memory.get('token 0', key)]).toEqual(['used', undefined, undefined])
    expect(memory.get('token 999', key)).toBe('text')
  })
})
