import { describe, expect, it } from 'vitest'
import { isServerFunctionCall, settleSingleFlight } from './server-functions.ts'

describe('isServerFunctionCall', () => {
  it.each([
    { path: '/_server?id=a', id: undefined, expected: true },
    { path: '/_server', id: 'a', expected: true },
    { path: '/shop/_server', id: 'a', expected: true },
    { path: '/_serverless?id=a', id: undefined, expected: true },
    { path: '/about/_server', id: undefined, expected: false },
    { path: '/orders?id=a', id: undefined, expected: false },
  ])('is $expected for $path with the header x-server-id: $id', ({ path, id, expected }) => {
    const request = new Request(`https://app.test${path}`, {
      headers: id === undefined ? {} : { 'x-server-id': id },
    })
    expect(isServerFunctionCall({ request })).toBe(expected)
  })
})

describe('a single-flight mutation', () => {
  it.each([
    { referer: 'https://app.test/forms', isKept: true },
    { referer: '', isKept: false },
    { referer: 'nonsense', isKept: false },
  ])('is kept for the referrer "$referer": $isKept', ({ referer, isKept }) => {
    const headers = new Headers({ referer, 'x-single-flight': 'true' })
    settleSingleFlight({ request: { headers } as unknown as Request })
    expect(headers.has('x-single-flight')).toBe(isKept)
  })

  it('is kept if the headers are immutable', () => {
    class ImmutableHeaders extends Headers {
      override delete(): never {
        throw new TypeError('immutable')
      }
    }
    const headers: Headers = new ImmutableHeaders({ 'x-single-flight': 'true' })
    settleSingleFlight({ request: { headers } as unknown as Request })
    expect(headers.has('x-single-flight')).toBe(true)
  })
})
