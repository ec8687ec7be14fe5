import { describe, expect, it } from 'vitest'
import { isServerFunctionCall, settleSingleFlight } from './server-functions.ts'

describe('a call of a server function', () => {
  it.each([
    { path: '/_server?id=a', id: undefined, is: true },
    { path: '/_server', id: 'a', is: true },
    { path: '/shop/_server', id: 'a', is: true },
    { path: '/_serverless?id=a', id: undefined, is: true },
    { path: '/about/_server', id: undefined, is: false },
    { path: '/orders?id=a', id: undefined, is: false },
  ])('is $path with the name $id: $is', ({ path, id, is }) => {
    const request = new Request(`https://app.test${path}`, {
      headers: id === undefined ? {} : { 'x-server-id': id },
    })
    expect(isServerFunctionCall({ request })).toBe(is)
  })
})

describe('a single-flight run', () => {
  it.each([
    { referer: 'https://app.test/forms', takesPlace: true },
    { referer: '', takesPlace: false },
    { referer: 'nonsense', takesPlace: false },
  ])('for the page "$referer" takes place: $takesPlace', ({ referer, takesPlace }) => {
    const headers = new Headers({ referer, 'x-single-flight': 'true' })
    settleSingleFlight({ request: { headers } as unknown as Request })
    expect(headers.has('x-single-flight')).toBe(takesPlace)
  })

  it('is left alone where headers cannot be changed', () => {
    class FixedHeaders extends Headers {
      override delete(): never {
        throw new TypeError('immutable')
      }
    }
    const headers: Headers = new FixedHeaders({ 'x-single-flight': 'true' })
    settleSingleFlight({ request: { headers } as unknown as Request })
    expect(headers.has('x-single-flight')).toBe(true)
  })
})
