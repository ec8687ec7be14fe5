import { describe, expect, it } from 'vitest'
import { ann, anonymous, open, requestData } from './visitor.ts'

describe('a page that checks the session in its load function', () => {
  // proves AUTHN-12, C-4
  it('is shown to signed-in users, and redirects signed-out visitors with status 303', async () => {
    const page = await open(await ann(), '/members')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Welcome, Ann')
    const redirect = await open(anonymous(), '/members')
    expect({ status: redirect.status, location: redirect.headers.get('location') }).toEqual({
      status: 303,
      location: '/signin',
    })
  })

  // proves AUTHN-12, AUTHN-13
  it('protects its data even if the load function of the layout does not run', async () => {
    // The first digit stands for the layout, the second for the page: the layout does not load.
    const { text } = await requestData(anonymous(), '/members', undefined)
    expect(JSON.parse(text)).toMatchObject({ type: 'redirect', location: '/signin' })
    const response = await open(anonymous(), '/members/__data.json?x-sveltekit-invalidated=01')
    expect(await response.json()).toMatchObject({ type: 'redirect', location: '/signin' })
  })
})

describe('a hook after the `handle` of Latchkey', () => {
  // proves AUTHN-14, C-2
  it('can protect all pages below a path', async () => {
    const page = await open(await ann(), '/guarded/member')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Members')
    const redirect = await open(anonymous(), '/guarded/member')
    expect({ status: redirect.status, location: redirect.headers.get('location') }).toEqual({
      status: 303,
      location: '/signin?from=%2Fguarded%2Fmember',
    })
    expect((await open(anonymous(), '/guarded/unknown')).status).toBe(303)
  })

  // proves AUTHN-14
  it('can protect the data of those pages', async () => {
    const { text } = await requestData(anonymous(), '/guarded/member')
    expect(JSON.parse(text)).toMatchObject({ type: 'redirect', location: '/signin?from=%2Fguarded%2Fmember' })
  })

  // proves AUTHN-14, P-IN-2
  it('shows an error page if the session cannot be read', async () => {
    expect((await open(await ann(), '/guarded/member', 'down')).status).toBe(500)
  })
})
