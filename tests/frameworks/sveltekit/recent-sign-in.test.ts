import { describe, expect, it } from 'vitest'
import { redirectOf } from '../shared/visitors.ts'
import { ann, anonymous, site } from './visitor.ts'

/** Keeps when users signed in. Sessions of other variants do not, so that they are not recent. */
const SECURITY = { 'x-variant': 'security' }
const PAGE = { ...SECURITY, accept: 'text/html', 'sec-fetch-dest': 'document' }

describe('`protect` in an endpoint', () => {
  it('redirects signed-out pages to the sign-in page, and those with an old sign-in to confirm', async () => {
    expect(redirectOf(await anonymous().get(`${site}/api/recent?a=1`, PAGE))).toEqual({
      status: 303,
      location: `${site}/auth/signin?callbackUrl=${encodeURIComponent(`${site}/api/recent?a=1`)}`,
    })
    expect(redirectOf(await (await ann()).get(`${site}/api/recent`, PAGE))).toEqual({
      status: 303,
      location: expect.stringContaining('/auth/verify?for=session&within=600'),
    })
  })

  it('says to scripts where to go', async () => {
    const response = await (await ann()).get(`${site}/api/recent`, {
      ...SECURITY,
      accept: 'application/json',
    })
    // SvelteKit 3 also adds the status to the body.
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 401,
      body: {
        message: 'Please confirm that it is you.',
        error: 'Please confirm that it is you.',
        url: expect.stringContaining('/auth/verify?for=session&within=600'),
      },
    })
  })
})

describe('a change for which the sign-in must be recent', () => {
  it('leads the user to confirm', async () => {
    expect(redirectOf(await (await ann()).get(`${site}/api/change`, PAGE))).toEqual({
      status: 303,
      location: expect.stringContaining('/auth/verify?for=session&within=900'),
    })
  })
})
