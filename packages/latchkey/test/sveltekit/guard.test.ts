import { describe, expect, it } from 'vitest'
import { ann, dataOf, open, stranger } from './visitor.ts'

describe('a page that asks in its load function', () => {
  it('lets in who is signed in, and sends others away with 303 [AUTHN-12, C-4]', async () => {
    const page = await open(await ann(), '/members')
    expect([page.status, (await page.text()).includes('Welcome, Ann')]).toEqual([200, true])
    const refused = await open(stranger(), '/members')
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/signin'])
  })

  it('does so when the script asks for its data alone, which the load function of the layout does not see [AUTHN-12, AUTHN-13]', async () => {
    // The first digit stands for the layout, the second for the page: the layout is not asked.
    const { text } = await dataOf(stranger(), '/members', undefined)
    expect(JSON.parse(text)).toMatchObject({ type: 'redirect', location: '/signin' })
    const response = await open(stranger(), '/members/__data.json?x-sveltekit-invalidated=01')
    expect(await response.json()).toMatchObject({ type: 'redirect', location: '/signin' })
  })
})

describe('a hook behind ours', () => {
  it('guards all below a path [AUTHN-14, C-2]', async () => {
    const page = await open(await ann(), '/guarded/member')
    expect([page.status, (await page.text()).includes('Members')]).toEqual([200, true])
    const refused = await open(stranger(), '/guarded/member')
    expect([refused.status, refused.headers.get('location')]).toEqual([
      303,
      '/signin?from=%2Fguarded%2Fmember',
    ])
    expect((await open(stranger(), '/guarded/nothing')).status).toBe(303)
  })

  it('guards the data of those pages, too [AUTHN-14]', async () => {
    const { text } = await dataOf(stranger(), '/guarded/member')
    expect(JSON.parse(text)).toMatchObject({ type: 'redirect', location: '/signin?from=%2Fguarded%2Fmember' })
  })

  it('is an error page, and no refusal, when the session cannot be found out [AUTHN-14, P-IN-2]', async () => {
    expect((await open(await ann(), '/guarded/member', 'down')).status).toBe(500)
  })
})
