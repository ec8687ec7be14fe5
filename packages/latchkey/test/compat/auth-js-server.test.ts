import { Auth } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import { ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import { openPage, PAGE_URL, type Page } from '@latchkey/test-support/kit/page.ts'
import { afterEach, expect, it, vi } from 'vitest'

/** Opens a page of an application with Auth.js, in which Ann can sign in. */
function openAuthJs(): Page {
  const site = {
    origin: ORIGIN,
    fetch: (request: Request) =>
      Auth(request, {
        secret: SECRET,
        trustHost: true,
        basePath: '/auth',
        logger: { error: () => undefined, warn: () => undefined },
        providers: [
          Credentials({
            credentials: { email: {}, password: {} },
            authorize: ({ email, password }) =>
              password === 'right' ? { id: 'ann', name: 'Ann', email: String(email) } : null,
          }),
        ],
        callbacks: {
          jwt: ({ token, trigger, session }) =>
            trigger === 'update' ? { ...token, name: session.name } : token,
        },
      }),
  }
  return openPage(site)
}

const correct = { email: 'ann@example.com', password: 'right', redirect: false } as const

afterEach(() => {
  vi.unstubAllGlobals()
})

// proves §17.2, §4.4
it('the client signs in at an Auth.js server and fetches its CSRF token once', async () => {
  const { client, requests } = openAuthJs()
  const wrong = await client.signIn('credentials', { ...correct, password: 'wrong' })
  expect(wrong).toEqual({
    error: 'CredentialsSignin',
    code: 'credentials',
    status: 200,
    ok: false,
    url: null,
  })
  expect(await client.signIn('credentials', correct)).toMatchObject({
    error: undefined,
    ok: true,
    url: PAGE_URL,
  })
  const form = 'POST /auth/callback/credentials'
  expect(requests).toEqual(['GET /auth/providers', form, 'GET /auth/csrf', form, form])
  expect(await client.getSession()).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
})

// proves §13.4, §13.5, §17.2
it('the client updates and ends a session of an Auth.js server', async () => {
  const { client } = openAuthJs()
  await client.signIn('credentials', correct)
  expect(await client.update({ name: 'Ann B.' })).toMatchObject({ user: { name: 'Ann B.' } })
  expect(await client.signOut({ redirect: false, redirectTo: '/bye' })).toEqual({
    url: `${ORIGIN}/bye`,
    error: undefined,
  })
  expect(await client.getSession()).toBeNull()
})
