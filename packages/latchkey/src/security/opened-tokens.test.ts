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

  it('does not keep what would take the place of many', () => {
    const memory = new OpenedTokens()
    const long = 'x'.repeat(50_000)
    memory.add(long, key, 'text')
    expect(memory.get(long, key)).toBeUndefined()
  })

  it('forgets what was not asked for while two million characters of others came, and keeps what was', () => {
    const memory = new OpenedTokens()
    const text = 'x'.repeat(1_000)
    memory.add('used', key, 'used')
    memory.add('unused', key, 'unused')
    for (let index = 0; index < 2_000; index++) {
      memory.add(`token ${index}`, key, text)
      memory.get('used', key)
    }
    expect([memory.get('used', key), memory.get('unused', key), memory.get('token 0', key)]).toEqual(['used', undefined, undefined])
    expect(memory.get('token 1999', key)).toBe(text)
  })

  it('holds no more than that, however often the same token is added', () => {
    const memory = new OpenedTokens()
    memory.add('first', key, 'first')
    for (let index = 0; index < 3_000; index++) memory.add('token', key, 'x'.repeat(1_000))
    expect(memory.get('first', key)).toBeUndefined()
  })
})
