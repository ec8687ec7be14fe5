import { describe, expect, it } from 'vitest'
import { ann, anonymous, dataOf, open } from './visitor.ts'

describe('a page that asks in its load function', () => {
  // proves AUTHN-12, C-4
  it('lets in who is signed in, and sends others away with 303', async () => {
    const page = await open(await ann(), '/members')
    expect([page.status, (await page.text()).includes('Welcome, Ann')]).toEqual([200, true])
    const refused = await open(anonymous(), '/members')
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/signin'])
  })

  // proves AUTHN-12, AUTHN-13
  it('does so when the script asks for its data alone, which the load function of the layout does not see', async () => {
    // The first digit stands for the layout, the second for the page: the layout is not asked.
    const { text } = await dataOf(anonymous(), '/members', undefined)
    expect(JSON.parse(text)).toMatchObject({ type: 'redirect', location: '/signin' })
    const response = await open(anonymous(), '/members/__data.json?x-sveltekit-invalidated=01')
    expect(await response.json()).toMatchObject({ type: 'redirect', location: '/signin' })
  })
})

describe('a hook behind ours', () => {
  // proves AUTHN-14, C-2
  it('guards all below a path', async () => {
    const page = await open(await ann(), '/guarded/member')
    expect([page.status, (await page.text()).includes('Members')]).toEqual([200, true])
    const refused = await open(anonymous(), '/guarded/member')
    expect([refused.status, refused.headers.get('location')]).toEqual([
      303,
      '/signin?from=%2Fguarded%2Fmember',
    ])
    expect((await open(anonymous(), '/guarded/nothing')).status).toBe(303)
  })

  // proves AUTHN-14
  it('guards the data of those pages, too', async () => {
    const { text } = await dataOf(anonymous(), '/guarded/member')
    expect(JSON.parse(text)).toMatchObject({ type: 'redirect', location: '/signin?from=%2Fguarded%2Fmember' })
  })

  // proves AUTHN-14, P-IN-2
  it('is an error page, and no refusal, when the session cannot be found out', async () => {
    expect((await open(await ann(), '/guarded/member', 'down')).status).toBe(500)
  })
})
