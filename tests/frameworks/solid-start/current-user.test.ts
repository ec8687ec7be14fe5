import { expect, it } from 'vitest'
import { type Read, readerAt, readRedirect, testCurrentUser } from '../shared/current-user.ts'
import { ann, open, submit, visitors } from './visitor.ts'

/** The middleware would renew the session before. */
const withoutMiddleware = { 'x-no-middleware': '1' }
const inRoute = readerAt(visitors, '/api/user', withoutMiddleware)

const inAction: Read = async (browser, query, variant = '') =>
  readRedirect(
    await submit(browser, 'Read user', query, { ...withoutMiddleware, 'x-variant': variant }, '/user'),
  )

testCurrentUser(
  visitors,
  'playground',
  [
    {
      place: 'a query of a page that is rendered',
      read: readerAt(visitors, '/user', withoutMiddleware),
      canWrite: false,
    },
    { place: 'an action', read: inAction, canWrite: true },
    { place: 'an API route', read: inRoute, canWrite: true },
  ],
  inRoute,
)

// proves TOK-6
it('an error of a method has no details in production', async () => {
  const response = await open(await ann(), '/api/user?minValid=60')
  expect(await response.json()).toEqual({
    id: 'ann@example.com',
    error: expect.any(String),
    message: expect.stringMatching(/^\w+: the server's log contains the reason\.$/),
  })
})
