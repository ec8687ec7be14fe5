import { expect, it } from 'vitest'
import { type Read, readerAt, readRedirect, testCurrentUser } from '../shared/current-user.ts'
import { setBy } from '../shared/visitors.ts'
import { ada, open, submit, visitors } from './visitor.ts'

const TOKENS = 'latchkey.provider-tokens'

const inEndpoint = readerAt(visitors, '/api/user')

const inAction: Read = async (browser, query, variant = '') =>
  readRedirect(await submit(browser, '/user', query, { 'x-variant': variant }))

testCurrentUser(
  visitors,
  'my-idp',
  [
    { place: 'a load function', read: readerAt(visitors, '/user'), canWrite: true },
    { place: 'an action', read: inAction, canWrite: true },
    { place: 'an endpoint', read: inEndpoint, canWrite: true },
    {
      place: 'a function without the event',
      read: readerAt(visitors, '/api/user-of-function'),
      canWrite: true,
    },
    { place: 'a function with the event', read: readerAt(visitors, '/api/user-of-event'), canWrite: true },
  ],
  inEndpoint,
)

// proves TOK-7
it('does not lose a token that is refreshed after the response was sent', async () => {
  const browser = await ada('my-idp', 'tokens')
  const { user: first } = await inEndpoint(browser, { minValid: '0' }, 'tokens')
  const response = await open(browser, '/streamed-user?minValid=7200', 'tokens')
  expect(setBy(response)).toEqual([])
  const [, streamed] = /accessToken:"([^"]+)"/.exec(await response.text()) ?? []
  expect(streamed).toEqual(expect.any(String))
  expect(streamed).not.toBe(first?.accessToken)
  const later = await inEndpoint(browser, { minValid: '7200' }, 'tokens')
  expect({ accessToken: later.user?.accessToken, cookies: later.cookies }).toEqual({
    accessToken: streamed,
    cookies: [TOKENS],
  })
})
