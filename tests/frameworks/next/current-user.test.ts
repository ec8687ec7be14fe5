import { expect, it } from 'vitest'
import { type Read, readerAt, readRedirect, testCurrentUser } from '../shared/current-user.ts'
import { ann, submit, visitors } from './visitor.ts'

const inRoute = readerAt(visitors, '/api/user')
const inPagesRouter = readerAt(visitors, '/api/pages-user')

const inAction: Read = async (browser, query, variant = '') =>
  readRedirect(await submit(browser, 'Read user', query, { 'x-variant': variant }, '/user'))

testCurrentUser(
  visitors,
  'playground',
  [
    { place: 'a server component', read: readerAt(visitors, '/user'), canWrite: false },
    { place: 'a server action', read: inAction, canWrite: true },
    { place: 'a route handler', read: inRoute, canWrite: true },
    {
      place: 'a route handler that `auth` wraps',
      read: readerAt(visitors, '/api/wrapped-user'),
      canWrite: true,
    },
    { place: 'an API route of the Pages Router', read: inPagesRouter, canWrite: true },
  ],
  inRoute,
)

// proves TOK-1
it('returns the user with the context of `getServerSideProps`', async () => {
  expect((await inPagesRouter(await ann(), { context: '1' })).user).toEqual({ id: 'ann@example.com' })
})
