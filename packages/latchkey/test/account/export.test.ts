import memory from 'latchkey/adapters/memory'
import { StepUpRequired } from 'latchkey/errors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { asUser, change, createAccountSite, enroll, postFromElsewhere, STRATEGIES, signedIn } from './site.ts'

const SECRETS = ['gho_access', 'ghr_refresh', 'eyJ.id.token']

afterEach(() => {
  vi.useRealTimers()
})

describe.each(STRATEGIES)('user.export() with the strategy %s', (strategy) => {
  it('returns every row of the user without secrets', async () => {
    const site = await createAccountSite({ strategy })
    await site.adapter.updateUser({ id: 'ann', name: 'Ann', ...{ passwordHash: 'hash-in-the-user' } })
    const browser = await signedIn(site)
    await enroll(site, browser)
    const exported = await asUser(site, browser, (user) => user.export())
    const password = await site.adapter.getPassword('ann')
    const [factor] = await site.adapter.listSecondFactors('ann')
    expect(exported).toMatchObject({
      exportedAt: expect.any(Date),
      user: { id: 'ann', name: 'Ann', email: 'ann@example.com' },
      accounts: [{ provider: 'github', providerAccountId: '42', scope: 'read:user', type: 'oauth' }],
      sessions: [{ id: expect.stringMatching(/^[\da-f]{32}$/), methods: ['pwd', 'otp', 'mfa'] }],
      passkeys: [],
      password: { changedAt: password?.changedAt },
      secondFactors: [{ type: 'totp', name: 'Authenticator app' }],
      recoveryCodesLeft: 10,
    })
    expect(exported.events.map(({ type }) => type)).toContain('secondFactorAdded')
    const json = JSON.stringify(exported)
    const tokens = browser.cookies('https://app.test').map(({ value }) => value)
    const hidden = [...SECRETS, 'hash-in-the-user', password?.hash, factor?.secret, ...tokens].filter(Boolean)
    expect(hidden.filter((secret) => json.includes(secret as string))).toEqual([])
    expect(hidden.length).toBeGreaterThan(SECRETS.length + 3)
  })

  it('is downloaded as a file that no cache keeps', async () => {
    const site = await createAccountSite({ strategy })
    const browser = await signedIn(site)
    const response = await browser.post('https://app.test/auth/account/export')
    const headers = ['content-disposition', 'cache-control', 'content-type'].map((name) =>
      response.headers.get(name),
    )
    expect(headers).toEqual([
      'attachment; filename="account.json"',
      expect.stringContaining('no-store'),
      'application/json',
    ])
    expect(await response.json()).toMatchObject({
      user: { id: 'ann' },
      password: { changedAt: expect.any(String) },
    })
  })
})

it('needs a recent sign-in, and a form of the application', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const site = await createAccountSite()
  const browser = await signedIn(site)
  const crossOrigin = await postFromElsewhere(browser, 'export', {})
  expect([crossOrigin.status, crossOrigin.headers.get('content-disposition')]).toEqual([302, null])
  vi.setSystemTime(Date.now() + 16 * 60_000)
  await expect(asUser(site, browser, (user) => user.export())).rejects.toThrow(StepUpRequired)
  const { status, body } = await change(browser, 'export', {})
  expect({ status, body }).toMatchObject({
    status: 401,
    body: { error: 'StepUpRequired', url: expect.stringContaining('/auth/verify?for=session&within=900') },
  })
})

it('returns all events, also many of the same time', async () => {
  const adapter = memory()
  const site = await createAccountSite({ adapter })
  const browser = await signedIn(site)
  const at = new Date(Date.now() - 60_000)
  for (let index = 0; index < 1100; index++)
    await adapter.createSecurityEvent({
      id: `event-${index}`,
      userId: 'ann',
      type: 'stepUpPassed',
      at: new Date(at.getTime() - Math.floor(index / 3)),
      ip: null,
      userAgent: null,
      details: JSON.stringify({ methods: ['otp'], index }),
    })
  const { events } = await asUser(site, browser, (user) => user.export())
  const known = new Set(events.map((event) => event.index))
  expect([...Array(1100).keys()].filter((index) => !known.has(index))).toEqual([])
})
