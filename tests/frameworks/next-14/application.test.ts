import { readFile } from 'node:fs/promises'
import { anonymous, createVisitors, shownBy } from '@latchkey/test-support/kit/visitors.ts'
import { describe, expect, inject, it } from 'vitest'
import { testAttacks } from '../attacks.ts'
import { createServerActions } from '../shared/server-actions.ts'
import { redirectOf } from '../shared/visitors.ts'

const site = inject('next14')
const visitors = { site, ...createVisitors(site, `${site}/api/auth`) }
const { ann, open, readSession } = visitors
const { submit } = createServerActions(visitors)

const password = { email: 'ann@example.com', password: 'right' }

describe('the session on Next.js 14', () => {
  // proves DROP-11, A-2, A-3, A-4, A-5
  it.each(['/', '/dashboard', '/api/session', '/server-side'])('is shown by %s', async (path) => {
    const sessions = await shownBy(await open(await ann(), path))
    expect(sessions[0]).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
    // The server components of a request share one read.
    expect(new Set(sessions.map((session) => session?.reading)).size).toBe(1)
  })

  // proves DROP-11, A-2
  it.each(['/', '/api/session', '/server-side'])('is null for visitors at %s', async (path) => {
    expect((await shownBy(await open(anonymous(), path)))[0]).toBeNull()
  })

  // proves DROP-11, A-5, EP-1
  it('is passed to a route handler with its parameters', async () => {
    const response = await open(await ann(), '/api/orders/7')
    expect(await response.json()).toEqual({ id: '7', email: 'ann@example.com' })
    expect(await (await open(anonymous(), '/api/orders/8')).json()).toEqual({ id: '8', email: null })
  })
})

describe('middleware on Next.js 14', () => {
  // proves DROP-11, ST-9, A-17
  it('redirects visitors to the sign-in page', async () => {
    expect(redirectOf(await open(anonymous(), '/dashboard'))).toEqual({
      status: 307,
      location: `${site}/login?${new URLSearchParams({ callbackUrl: `${site}/dashboard` })}`,
    })
  })

  // proves DROP-10
  it('runs on the Edge runtime with passkeys in its configuration, which work in the route', async () => {
    const response = await open(anonymous(), '/api/auth/webauthn-options/passkey?action=authenticate')
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 200,
      body: { action: 'authenticate', options: { challenge: expect.any(String) } },
    })
  })

  // proves DROP-11, DROP-5
  it('redirects signed-in users away from the sign-in page, as in the tutorial', async () => {
    expect(redirectOf(await open(await ann(), '/login'))).toEqual({
      status: 302,
      location: `${site}/dashboard`,
    })
    expect((await open(anonymous(), '/login')).status).toBe(200)
  })
})

describe('server actions on Next.js 14', () => {
  // proves DROP-11, A-7, A-9, A-13
  it('sign in, and redirect to the page of the form', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', password)
    expect(redirectOf(response)).toEqual({ status: 303, location: `${site}/forms` })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves DROP-11, A-15, ST-7
  it('receive an AuthError if the sign-in fails', async () => {
    const browser = anonymous()
    const response = await submit(browser, 'Sign in', { ...password, password: 'wrong' })
    expect(redirectOf(response).location).toBe('/forms?error=CredentialsSignin')
    expect(await readSession(browser)).toBeNull()
  })

  // proves DROP-11, A-11
  it('update the session', async () => {
    const browser = await ann()
    await submit(browser, 'Rename')
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Anna' } })
  })

  // proves DROP-11, A-10
  it('sign out', async () => {
    const browser = await ann()
    expect(redirectOf(await submit(browser, 'Sign out')).location).toBe(`${site}/`)
    expect(await readSession(browser)).toBeNull()
  })
})

describe('the log on Next.js 14', () => {
  // proves DROP-11
  it('contains no error of the framework', async () => {
    await submit(await ann(), 'Sign out')
    expect(await readFile(inject('next14Log'), 'utf8')).not.toMatch(/⨯|TypeError|not exported/i)
  })
})

// Next.js 14 and 15 name each API in the code of the proxy that the Edge runtime lacks.
it('builds the library for the Edge runtime without a warning', () => {
  expect(inject('next14Build')).toContain('Compiled successfully')
  expect(inject('next14Build')).not.toMatch(/warn|not supported|Edge Runtime/i)
})

testAttacks('next-14', {
  async 'IN-03'() {
    const header = Array(5).fill('middleware').join(':')
    const response = await anonymous().get(`${site}/dashboard`, { 'x-middleware-subrequest': header })
    // This version skips its middleware, which redirects such visitors.
    expect(response.status).toBe(200)
    expect(await shownBy(response)).toEqual([null, null])
  },
})
