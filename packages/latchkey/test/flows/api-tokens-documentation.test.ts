import { memoryStore } from 'latchkey'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAuth } from '../../src/integration/create-auth.ts'
import { SECRET } from '../kit/app.ts'
import { setUp, signedIn, tokenOf, userByAccount } from '../kit/database.ts'
import { isolateEnvironment } from '../kit/environment.ts'
import { type PageFiles, writePageFiles } from '../kit/page-files.ts'

interface ApiTokens {
  createApiToken(userId: string): Promise<string>
  apiUserId(request: Request): Promise<string | undefined>
}

let page: PageFiles

isolateEnvironment()
beforeEach(async () => {
  vi.stubEnv('AUTH_SECRET', SECRET)
  page ??= await writePageFiles('configuration')
})
afterEach(() => {
  vi.unstubAllGlobals()
})
afterAll(() => page.remove())

const requestWith = (token: string): Request =>
  new Request('https://api.test', { headers: { authorization: `Bearer ${token}` } })

describe('a bearer token', () => {
  it('identifies its user, and a session token does not', async () => {
    vi.stubGlobal('store', memoryStore())
    const { createApiToken, apiUserId } = await page.import<ApiTokens>('api-tokens.ts')
    expect(await apiUserId(requestWith(await createApiToken('ann')))).toBe('ann')
    const setup = setUp({ session: { strategy: 'jwt' } })
    expect(await apiUserId(requestWith(tokenOf(await signedIn(setup))))).toBeUndefined()
    expect(await apiUserId(new Request('https://api.test'))).toBeUndefined()
  })

  it('is not replaced by a cookie', async () => {
    vi.stubGlobal('store', memoryStore())
    const { createApiToken, apiUserId } = await page.import<ApiTokens>('api-tokens.ts')
    const planted = await createApiToken('eve')
    const names = ['none', 'latchkey.session-token', 'authjs.session-token']
    const cookie = names.map((name) => `${name}=${planted}`).join('; ')
    const authorization = `Bearer ${await createApiToken('ann')}`
    expect(await apiUserId(new Request('https://api.test', { headers: { authorization, cookie } }))).toBe(
      'ann',
    )
    expect(await apiUserId(new Request('https://api.test', { headers: { cookie } }))).toBeUndefined()
  })

  it.each([
    ['jwt', undefined],
    ['database', 'the user'],
  ] as const)('after `revokeSessions`, with the strategy %s, belongs to %s', async (strategy, owner) => {
    const store = memoryStore()
    vi.stubGlobal('store', store)
    const { createApiToken, apiUserId } = await page.import<ApiTokens>('api-tokens.ts')
    const setup = setUp({ session: { strategy }, store })
    await signedIn(setup)
    const id = (await userByAccount(setup))?.id ?? ''
    const token = await createApiToken(id)
    await createAuth(setup.app.config).revokeSessions(id)
    expect(await apiUserId(requestWith(token))).toBe(owner && id)
  })
})
