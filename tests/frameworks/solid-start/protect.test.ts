import { describe, expect, it } from 'vitest'
import { redirectOf } from '../shared/visitors.ts'
import { ann, anonymous, open, site } from './visitor.ts'

const PAGE = { accept: 'text/html', 'sec-fetch-dest': 'document' }

describe('`protect` in an API route', () => {
  it('returns the session', async () => {
    const response = await open(await ann(), '/api/protected')
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
  })

  it('redirects signed-out pages, and sends 401 to scripts', async () => {
    expect(redirectOf(await anonymous().get(`${site}/api/protected?a=1`, PAGE))).toEqual({
      status: 303,
      location: `${site}/api/auth/signin?callbackUrl=${encodeURIComponent(`${site}/api/protected?a=1`)}`,
    })
    const script = await anonymous().get(`${site}/api/protected`, { accept: '*/*' })
    expect({ status: script.status, body: await script.json() }).toEqual({
      status: 401,
      body: { error: 'Please sign in.' },
    })
  })

  it('says where to confirm, if the sign-in is not recent', async () => {
    // Sessions of other variants do not keep when their user signed in.
    const headers = { 'x-variant': 'security' }
    const browser = await ann()
    const script = await browser.get(`${site}/api/recent`, { ...headers, accept: 'application/json' })
    expect({ status: script.status, body: await script.json() }).toEqual({
      status: 401,
      body: {
        error: 'Please confirm that it is you.',
        url: expect.stringContaining('/api/auth/verify?for=session&within=600'),
      },
    })
    const page = await browser.get(`${site}/api/recent`, { ...headers, ...PAGE })
    expect(redirectOf(page)).toEqual({
      status: 303,
      location: expect.stringContaining('/api/auth/verify?for=session&within=600'),
    })
  })
})

describe('a change for which the sign-in must be recent', () => {
  it('leads the user to confirm', async () => {
    const browser = await ann()
    const response = await browser.get(`${site}/api/change`, { ...PAGE, 'x-variant': 'security' })
    expect(redirectOf(response)).toEqual({
      status: 303,
      location: expect.stringContaining('/api/auth/verify?for=session&within=900'),
    })
  })
})
