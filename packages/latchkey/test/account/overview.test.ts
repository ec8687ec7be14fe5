import { createAuth } from 'latchkey'
import { describe, expect, it } from 'vitest'
import {
  ACCOUNT,
  asUser,
  change,
  createAccountSite,
  enroll,
  postFromElsewhere,
  readJson,
  STRATEGIES,
  sessionOf,
  signedIn,
} from './site.ts'

describe.each(STRATEGIES)('the overview with the strategy %s', (strategy) => {
  it('has what every section shows, without secrets', async () => {
    const site = await createAccountSite({ strategy })
    const browser = await signedIn(site)
    await enroll(site, browser)
    const { status, body } = await readJson(browser)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        user: { id: 'ann', name: null, email: 'ann@example.com', image: null },
        email: { address: 'ann@example.com', isVerified: true, pending: null },
        password: { isSet: true, changedAt: expect.any(String), mustChange: false },
        secondFactor: {
          factors: [expect.objectContaining({ type: 'totp', name: 'Authenticator app' })],
          recoveryCodesLeft: 10,
        },
        accounts: {
          connected: [{ provider: 'github', providerAccountId: '42', type: 'oauth', scopes: ['read:user'] }],
          providers: [{ id: 'github', name: 'GitHub' }],
        },
        sessions: [expect.objectContaining({ isCurrent: true, methods: ['pwd', 'otp', 'mfa'] })],
        events: expect.arrayContaining([expect.objectContaining({ type: 'secondFactorAdded' })]),
      },
    })
    const secrets = ['gho_access', 'ghr_refresh', (await site.adapter.getPassword('ann'))?.hash ?? '']
    const factor = (await site.adapter.listSecondFactors('ann'))[0]?.secret ?? ''
    expect([...secrets, factor].filter((secret) => JSON.stringify(body).includes(secret))).toEqual([])
  })

  it('is for users who are signed in', async () => {
    const site = await createAccountSite({ strategy })
    const { status, body } = await readJson(site.browser())
    expect({ status, body }).toMatchObject({ status: 401, body: { error: 'SessionRequired' } })
    const response = await site.browser().get(ACCOUNT)
    expect(response.headers.get('location')).toBe(
      `https://app.test/auth/signin?callbackUrl=${encodeURIComponent(ACCOUNT)}`,
    )
    const { status: posted } = await change(site.browser(), 'sessions', { do: 'revokeOthers' })
    expect(posted).toBe(401)
  })

  it('ends sessions by a form', async () => {
    const site = await createAccountSite({ strategy })
    const [browser, other] = [await signedIn(site), await signedIn(site)]
    const { body } = await readJson(browser)
    const sessions = body.sessions as { id: string; isCurrent: boolean }[]
    const id = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    expect(await change(browser, 'sessions', { do: 'rename', id, name: 'Phone' })).toEqual({
      status: 200,
      body: { status: 'sessionRenamed' },
    })
    expect((await change(browser, 'sessions', { do: 'rename', id, name: ' ' })).status).toBe(400)
    const crossOrigin = await postFromElsewhere(browser, 'sessions', { do: 'revoke', id })
    expect(crossOrigin.headers.get('location')).toContain('MissingCSRF')
    expect(await sessionOf(other)).not.toBeNull()
    expect(await change(browser, 'sessions', { do: 'revoke', id })).toEqual({
      status: 200,
      body: { status: 'sessionRevoked' },
    })
    expect([await sessionOf(other), await sessionOf(browser)]).toEqual([null, expect.anything()])
    expect(await change(browser, 'sessions', { do: 'revoke', id })).toEqual({ status: 200, body: {} })
  })
})

describe('sections', () => {
  it('that are off are neither shown nor changed', async () => {
    const site = await createAccountSite({
      config: { account: { sections: { sessions: false, password: '/settings/password' } } },
    })
    const browser = await signedIn(site)
    const { body } = await readJson(browser)
    expect(Object.keys(body)).toEqual(['user', 'email', 'password', 'secondFactor', 'accounts', 'events'])
    const results = await Promise.all([
      change(browser, 'sessions', { do: 'revokeOthers' }),
      change(browser, 'password', { do: 'remove' }),
      change(browser, 'unknown', { do: 'remove' }),
      change(browser, 'events', { do: 'remove' }),
      change(browser, 'email', { do: 'toString' }),
    ])
    expect(results.map(({ status }) => status)).toEqual([404, 404, 404, 400, 400])
    expect(await site.adapter.getPassword('ann')).not.toBeNull()
  })

  it('are those that the configuration can serve', async () => {
    const site = await createAccountSite({
      config: { secondFactor: null as never, mail: undefined },
      password: { signUp: false, reset: false, verifyAddress: false },
    })
    const browser = await signedIn(site)
    const { body } = await readJson(browser)
    expect(Object.keys(body)).toEqual(['user', 'password', 'accounts', 'sessions', 'events'])
    expect(await asUser(site, browser, (user) => user.overview())).toMatchObject({ user: { id: 'ann' } })
  })
})

describe('without the option', () => {
  it('the endpoint does not exist, and nothing else changes', async () => {
    for (const account of [undefined, false, { linking: 'explicit' }, { security: true }] as const) {
      const site = await createAccountSite({ config: { account } })
      const browser = await signedIn(site)
      const { status } = await readJson(browser)
      expect(status).toBe(404)
      await expect(asUser(site, browser, (user) => user.overview())).rejects.toThrow('Set `account: true`')
    }
  })

  it('an option of a wrong type is named', async () => {
    const problems = [
      { account: 'yes' },
      { account: { sections: { password: 5 } } },
      { account: { path: 5 } },
      { account: { path: '/settings', security: false }, secondFactor: undefined },
    ].map(async (config) => {
      const { app } = await createAccountSite({ config: config as never })
      const logged: string[] = []
      // `Password` would need it as well.
      const providers = app.config.providers.slice(1)
      const auth = createAuth({
        ...app.config,
        providers,
        logger: { error: ({ message }) => void logged.push(message) },
      })
      await auth.handle(new Request('https://app.test/auth/providers'))
      return logged[0]
    })
    expect(await Promise.all(problems)).toEqual([
      '`account` is not `true` or `false` or an object. Set it to `true` or `false` or an object, or omit it.',
      '`account.sections.password` is neither `true`, `false` nor a page. Set it to `false`, or to the path of your page, such as /settings/password.',
      '`account.path` is neither a path nor a URL. Set it to a path such as /login.',
      '`account.security` is `false`, but the account pages need it. Remove `security`.',
    ])
  })
})
