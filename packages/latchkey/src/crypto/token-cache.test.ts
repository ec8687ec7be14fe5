import { describe, expect, it } from 'vitest'
import { deriveKey } from '#crypto'
import { randomToken } from './random.ts'
import { TokenCache, type VerifiedToken } from './token-cache.ts'

const key = await deriveKey('a secret', 'session', 'A256CBC-HS512')
function addTwice(memory: TokenCache, token: string, opened: VerifiedToken): void {
  memory.add(token, opened)
  memory.add(token, opened)
}

const saying = (text: string): VerifiedToken => ({ key, text, claims: {} })

describe('the memory of opened tokens', () => {
  it('knows what a token says, if all of it is the same', () => {
    const memory = new TokenCache()
    const opened = saying('text')
    const tag = 'the last 22 characters'
    addTwice(memory, `token ${tag}`, opened)
    expect(memory.get(`token ${tag}`)).toBe(opened)
    expect([memory.get(`taken ${tag}`), memory.get(tag), memory.get('token'), memory.get('')]).toEqual(
      Array(4).fill(undefined),
    )
  })

  it('remembers what comes a second time', () => {
    const memory = new TokenCache()
    memory.add('a token', saying('text'))
    expect(memory.get('a token')).toBeUndefined()
    memory.add('a token', saying('text'))
    expect(memory.get('a token')?.text).toBe('text')
  })

  it('takes no two for the same, of so many that come once', () => {
    const memory = new TokenCache()
    const tokens = Array.from({ length: 3_000 }, () => randomToken())
    for (const token of tokens) memory.add(token, saying('text'))
    expect(tokens.filter((token) => memory.get(token))).toEqual([])
  })

  it('does not keep what would take the place of many', () => {
    const memory = new TokenCache()
    const long = 'x'.repeat(40_000)
    addTwice(memory, long, saying('text'))
    expect(memory.get(long)).toBeUndefined()
  })

  it('forgets what was not asked for while twice as many others came as it holds, and keeps what was', () => {
    const memory = new TokenCache()
    const text = 'x'.repeat(1_000)
    addTwice(memory, 'used', saying('used'))
    addTwice(memory, 'unused', saying('unused'))
    for (let index = 0; index < 2_000; index++) {
      addTwice(memory, `token ${index}`, saying(text))
      memory.get('used')
    }
    expect([memory.get('used')?.text, memory.get('unused'), memory.get('token 0')]).toEqual([
      'used',
      undefined,
      undefined,
    ])
    expect(memory.get('token 1999')?.text).toBe(text)
  })

  it('is not filled by what takes the same place', () => {
    const memory = new TokenCache()
    addTwice(memory, 'first', saying('first'))
    const tag = 'the last 22 characters'
    for (let index = 0; index < 3_000; index++)
      addTwice(memory, `token ${index} ${tag}`, saying('x'.repeat(1_000)))
    expect(memory.get('first')?.text).toBe('first')
  })
})
