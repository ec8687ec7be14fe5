import { Auth } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import { afterEach, expect, it, vi } from 'vitest'
import { ORIGIN, SECRET } from '../kit/app.ts'
import { openPage, type Page } from '../kit/page.ts'

/** A server of Auth.js with the same person in it. */
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

const right = { email: 'ann@example.com', password: 'right', redirect: false } as const

afterEach(() => {
  vi.unstubAllGlobals()
})

// proves §17.2, §4.4
it('our client signs in at a server of Auth.js, whose token it asks for once', async () => {
  const { client, requests } = openAuthJs()
  const wrong = await client.signIn('credentials', { ...right, password: 'wrong' })
  expect(wrong).toEqual({
    error: 'CredentialsSignin',
    code: 'credentials',
    status: 200,
    ok: false,
    url: null,
  })
  expect(await client.signIn('credentials', right)).toMatchObject({
    error: undefined,
    ok: true,
    url: `${ORIGIN}/start?tab=1`,
  })
  const form = 'POST /auth/callback/credentials'
  expect(requests).toEqual(['GET /auth/providers', form, 'GET /auth/csrf', form, form])
  expect(await client.getSession()).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
})

// proves §13.4, §13.5, §17.2
it('our client updates and ends a session of Auth.js', async () => {
  const { client } = openAuthJs()
  await client.signIn('credentials', right)
  expect(await client.update({ name: 'Ann B.' })).toMatchObject({ user: { name: 'Ann B.' } })
  expect(await client.signOut({ redirect: false, redirectTo: '/bye' })).toEqual({
    url: `${ORIGIN}/bye`,
    error: undefined,
  })
  expect(await client.getSession()).toBeNull()
})
