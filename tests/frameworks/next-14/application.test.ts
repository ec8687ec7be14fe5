import { readFile } from 'node:fs/promises'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { anonymous, createVisitors, shownBy } from '@latchkey/test-support/kit/visitors.ts'
import { describe, expect, inject, it } from 'vitest'
import { testAttacks } from '../attacks.ts'

const site = inject('next14')
const { ann, open, own, readSession } = createVisitors(site, `${site}/api/auth`)

/** Submits the form of a server action as a browser without JavaScript does. */
async function submit(
  browser: Browser,
  button: string,
  fields: Record<string, string> = {},
): Promise<{ status: number; location: string | null }> {
  const html = await (await open(browser, '/forms')).text()
  const form = html.split('</form>').find((part) => part.includes(`>${button}<`)) ?? ''
  const [, action = ''] = /name="(\$ACTION_ID_[^"]+)"/.exec(form) ?? []
  const body = new FormData()
  for (const [name, value] of Object.entries({ [action]: '', ...fields })) body.set(name, value)
  const { status, headers } = await browser.send(`${site}/forms`, { method: 'POST', headers: own(), body })
  return { status, location: headers.get('location') }
}

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
    const { status, headers } = await open(anonymous(), '/dashboard')
    expect({ status, location: headers.get('location') }).toEqual({
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
    const { status, headers } = await open(await ann(), '/login')
    expect({ status, location: headers.get('location') }).toEqual({
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
    expect(await submit(browser, 'Sign in', password)).toEqual({ status: 303, location: `${site}/forms` })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves DROP-11, A-15, ST-7
  it('receive an AuthError if the sign-in fails', async () => {
    const browser = anonymous()
    const { location } = await submit(browser, 'Sign in', { ...password, password: 'wrong' })
    expect(location).toBe('/forms?error=CredentialsSignin')
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
    expect((await submit(browser, 'Sign out')).location).toBe(`${site}/`)
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
