import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../crypto/digest.ts'
import { compareOrigin } from '../http/fetch-metadata.ts'

describe('the hash of a CSRF token', () => {
  // proves §4.4 a
  it('is compatible with existing Auth.js deployments', async () => {
    expect(await sha256Hex('abcmy-secret')).toBe(
      '2b7238b6c81ec06fd54e901101d8f8d0f660acdadeca2445150e870d5dcadb56',
    )
    expect(await sha256Hex('abcnew,old')).toBe(
      '9fc13c82ec0595d9ec16faf55b1403be7118371309adef04abb4cc3bcb145dd4',
    )
  })
})

describe('the origin of a form', () => {
  const appOrigin = 'https://app.test'
  // proves P-CS-1
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 'same-origin'],
    [{ 'sec-fetch-site': 'none' }, 'same-origin'],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://inside:3000' }, 'same-origin'],
    [{ 'sec-fetch-site': 'same-site', origin: appOrigin }, 'cross-origin'],
    [{ 'sec-fetch-site': 'cross-site' }, 'cross-origin'],
    [{ 'sec-fetch-site': 'anything' }, 'cross-origin'],
    [{ origin: appOrigin }, 'same-origin'],
    [{ origin: 'null' }, 'cross-origin'],
    [{ origin: 'http://app.test' }, 'cross-origin'],
    [{ origin: 'https://app.test:8443' }, 'cross-origin'],
    [{ origin: 'https://app.test.evil.test' }, 'cross-origin'],
    [{ referer: 'https://app.test/signin' }, 'same-origin'],
    [{ referer: 'https://evil.test/?https://app.test/' }, 'cross-origin'],
    [{ referer: 'no url' }, 'cross-origin'],
    [{}, 'unknown'],
  ])('with the headers %j is %s', (headers, origin) => {
    expect(compareOrigin(new Headers(headers as Record<string, string>), appOrigin)).toBe(origin)
  })
})
