import { describe, expect, it } from 'vitest'
import { deriveKey } from '#crypto'
import { toBase64url } from './base64url.ts'
import { TokenCache, type VerifiedToken } from './token-cache.ts'

const key = await deriveKey('a secret', 'session', 'A256CBC-HS512')
function addTwice(cache: TokenCache, token: string, verified: VerifiedToken): void {
  cache.add(token, verified)
  cache.add(token, verified)
}

const tokenWith = (text: string): VerifiedToken => ({ key, text, claims: {} })

describe('the token cache', () => {
  it('returns the content only for the whole token', () => {
    const cache = new TokenCache()
    const verified = tokenWith('text')
    const tag = 'the last 22 characters'
    addTwice(cache, `token ${tag}`, verified)
    expect(cache.get(`token ${tag}`)).toBe(verified)
    expect({
      sameTag: cache.get(`other ${tag}`),
      tagOnly: cache.get(tag),
      withoutTag: cache.get('token'),
      empty: cache.get(''),
    }).toEqual({ sameTag: undefined, tagOnly: undefined, withoutTag: undefined, empty: undefined })
  })

  it('stores a token the second time it is added', () => {
    const cache = new TokenCache()
    cache.add('a token', tokenWith('text'))
    expect(cache.get('a token')).toBeUndefined()
    cache.add('a token', tokenWith('text'))
    expect(cache.get('a token')?.text).toBe('text')
  })

  it('does not confuse many tokens that are added once', () => {
    const cache = new TokenCache()
    const tokens = Array.from({ length: 3_000 }, () =>
      toBase64url(crypto.getRandomValues(new Uint8Array(32))),
    )
    for (const token of tokens) cache.add(token, tokenWith('text'))
    expect(tokens.filter((token) => cache.get(token))).toEqual([])
  })

  it('does not store a very long token', () => {
    const cache = new TokenCache()
    const long = 'x'.repeat(40_000)
    addTwice(cache, long, tokenWith('text'))
    expect(cache.get(long)).toBeUndefined()
  })

  it('removes unused tokens when it is full, and keeps used ones', () => {
    const cache = new TokenCache()
    const text = 'x'.repeat(1_000)
    addTwice(cache, 'used', tokenWith('used'))
    addTwice(cache, 'unused', tokenWith('unused'))
    for (let index = 0; index < 2_000; index++) {
      addTwice(cache, `token ${index}`, tokenWith(text))
      cache.get('used')
    }
    expect({
      used: cache.get('used')?.text,
      unused: cache.get('unused'),
      oldest: cache.get('token 0'),
    }).toEqual({ used: 'used', unused: undefined, oldest: undefined })
    expect(cache.get('token 1999')?.text).toBe(text)
  })

  it('is not filled by tokens with the same tag', () => {
    const cache = new TokenCache()
    addTwice(cache, 'first', tokenWith('first'))
    const tag = 'the last 22 characters'
    for (let index = 0; index < 3_000; index++)
      addTwice(cache, `token ${index} ${tag}`, tokenWith('x'.repeat(1_000)))
    expect(cache.get('first')?.text).toBe('first')
  })
})
