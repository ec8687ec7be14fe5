import { readdirSync } from 'node:fs'
import { BASE } from '@latchkey/test-support/kit/app.ts'
import { describe, expect, it } from 'vitest'
import { ids, load } from './modules.ts'
import { resolve } from './resolve.ts'
import { CLIENT_ID } from './sample.ts'
import { signIn, toOptions } from './sign-in.ts'

const PROVIDERS = new URL('../../src/providers/', import.meta.url)
it('has every provider of Auth.js under the same name', () => {
  const authJsModules = readdirSync(new URL('.', import.meta.resolve('@auth/core/providers/github')))
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.replace(/\.js$/, ''))
    .filter((name) => !['credentials', 'oidc', 'oauth', 'index', 'provider-types'].includes(name))
  const modules = readdirSync(PROVIDERS).map((name) => name.replace(/\.ts$/, ''))
  expect(authJsModules.length).toBeGreaterThan(90)
  expect(authJsModules.filter((name) => !modules.includes(name))).toEqual([])
})

describe.each(ids)('%s', async (id) => {
  const { factory, sample } = await load(id)

  it('signs in the user that the provider returns', async () => {
    const { server, browser, signIns } = await signIn(factory, sample)
    expect(server.rejections).toEqual([])
    const { id: providerAccountId, ...user } = { ...emptyUser, ...sample.user }
    expect(signIns).toEqual([{ providerAccountId, user }])
    const session = (await (await browser.get(`${BASE}/session`)).json()) as { user: object } | null
    expect({ ...emptyUser, ...session?.user }).toEqual(user)
  })

  it('reports whether the provider verified the e-mail address', async () => {
    const provider = await resolve(factory(toOptions(sample)))
    expect(provider.isEmailVerified(sample.profile) ?? false).toBe(sample.isEmailVerified ?? false)
  })

  it('has the ID of its module, works without options, and accepts options', () => {
    expect(factory({}).id).toBe(id === 'ory-hydra' ? 'hydra' : id)
    expect(factory({ clientId: CLIENT_ID })).toMatchObject({ options: { clientId: CLIENT_ID } })
  })
})

const emptyUser = { name: null, email: null, image: null }
