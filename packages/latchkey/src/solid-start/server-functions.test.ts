import { describe, expect, it } from 'vitest'
import { settleSingleFlight } from './server-functions.ts'

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
    const headers = new FixedHeaders({ 'x-single-flight': 'true' })
    settleSingleFlight({ request: { headers } as unknown as Request })
    expect(headers.has('x-single-flight')).toBe(true)
  })
})
