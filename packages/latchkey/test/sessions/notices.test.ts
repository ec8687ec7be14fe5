import { BASE } from '@latchkey/test-support/kit/app.ts'
import { inboxTransport, mailsTo, mailTo, useInbox } from '@latchkey/test-support/kit/email.ts'
import type { AuthConfig } from 'latchkey'
import Password from 'latchkey/providers/password'
import type { NoticeType } from 'latchkey/types'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { codeAt } from '../../src/second-factor/totp.ts'
import { nameDevice } from '../../src/security-events/device.ts'
import { emitSecurity } from '../../src/security-events/emit.ts'
import type { NewSecurityEvent } from '../../src/security-events/event.ts'
import { asUser, CHROME, createProcess, createShared, signIn, type TestSite } from './site.ts'

const DATABASE = { strategy: 'database', hasDatabase: true } as const

useInbox()

let count = 0

/** Creates a site with one user, whose address no other test uses. */
async function createSite(
  config: Partial<AuthConfig> = {},
): Promise<{ site: TestSite; name: string; email: string }> {
  count += 1
  const name = `carol${count}`
  const email = `${name}@example.com`
  const shared = await createShared(DATABASE)
  await shared.adapter?.createUser?.({ id: name, name, email, emailVerified: new Date() })
  const mail = inboxTransport()
  return { site: createProcess(DATABASE, shared, { mail, secondFactor: {}, ...config }), name, email }
}

async function addFactor(site: TestSite, name: string): Promise<string> {
  const browser = await signIn(site, name)
  const [code = ''] = await asUser(site, browser, async ({ secondFactor }) => {
    const { id, secret } = await secondFactor.beginTotp()
    const now = await codeAt(secret, Math.floor(Date.now() / 30_000))
    return (await secondFactor.confirm(id, now)).recoveryCodes
  })
  return code
}

/** Emits an event of a request to the site. */
async function emitFrom(site: TestSite, event: NewSecurityEvent): Promise<void> {
  const { config: auth } = site.auth
  const { origin, pathname: path } = new URL(BASE)
  await emitSecurity(
    { auth, base: { origin, home: `${origin}/`, path, cookies: auth.cookies.secure } },
    event,
  )
}

async function subjectsTo(email: string): Promise<string[]> {
  return ((await mailsTo(email)) as { subject: string }[]).map(({ subject }) => subject).reverse()
}

afterEach(() => vi.unstubAllEnvs())

describe('a notice', () => {
  it('says what changed, when, on which device, and what to do', async () => {
    const { site, name, email } = await createSite()
    const code = await addFactor(site, name)
    await (await signIn(site, name)).post(`${BASE}/verify`, { code }, { 'user-agent': CHROME })
    const { subject, text, html } = await mailTo(email)
    expect(subject).toBe('A recovery code was used for your account')
    expect(text).toContain('your account at app.test')
    expect(text).toMatch(/Time: .*\d{4}.* UTC/)
    expect(text).toContain('Device: Chrome, Linux')
    expect(text).toContain('If it was not you')
    expect(text).toContain(`\n${BASE}/signin\n`)
    expect(html).toContain(`href="${BASE}/signin"`)
  })

  it('leads to the page for a new password if there are passwords, unless the address has changed', async () => {
    const { site, name, email } = await createSite({ providers: [Password()] })
    await emitFrom(site, { type: 'accountUnlinked', userId: name, provider: 'github' })
    const { text, html } = await mailTo(email)
    expect(text).toContain('If it was not you, reset your password now')
    expect(text).toContain(`\n${BASE}/reset\n`)
    expect(html).toContain(`href="${BASE}/reset"`)
    expect(text).not.toContain(`${BASE}/signin`)
    await emitFrom(site, { type: 'addressChanged', userId: name, from: email, to: `new-${email}` })
    expect((await mailTo(email)).text).toContain(`\n${BASE}/signin\n`)
  })

  it('is sent for each change and only once, also if several events report it', async () => {
    const { site, name, email } = await createSite()
    const code = await addFactor(site, name)
    const other = await signIn(site, name)
    await other.post(`${BASE}/verify`, { code })
    await asUser(site, other, async ({ secondFactor }) => {
      await secondFactor.newRecoveryCodes()
      const [factor] = (await secondFactor.list()).factors
      await secondFactor.remove(factor?.id ?? '')
    })
    expect(await subjectsTo(email)).toEqual([
      'Two-step sign-in was turned on or extended',
      'A recovery code was used for your account',
      'Your recovery codes were replaced',
      'Two-step sign-in was turned off',
    ])
  })

  it('says how many recovery codes are left, and contains none', async () => {
    const { site, name, email } = await createSite({ account: { notices: ['recoveryCodeUsed'] } })
    const code = await addFactor(site, name)
    await (await signIn(site, name)).post(`${BASE}/verify`, { code })
    const { text, html } = await mailTo(email)
    expect(text).toContain('Recovery codes left: 9')
    expect(text + html).not.toContain(code)
  })

  it('about support is sent without a request if the URL of the application is configured', async () => {
    const { site, name, email } = await createSite({ baseUrl: 'https://app.test' })
    await addFactor(site, name)
    await site.auth.users.resetSecondFactor(name)
    await site.auth.users.signOut(name)
    expect((await subjectsTo(email)).slice(1)).toEqual([
      'Two-step sign-in was turned off',
      'You were signed out on all devices',
    ])
  })

  it('is not sent for a change that is not in `account.notices`, or without notices', async () => {
    const lists: (boolean | NoticeType[])[] = [false, [], ['passkeyAdded']]
    for (const notices of lists) {
      const { site, name, email } = await createSite({ account: { notices } })
      await addFactor(site, name)
      expect(await mailsTo(email)).toEqual([])
    }
  })

  it('that cannot be sent is logged, and the change stays', async () => {
    const mail = {
      name: 'Broken',
      send: () => {
        throw new Error('out of stamps')
      },
    }
    const { site, name } = await createSite({ mail })
    expect(await addFactor(site, name)).not.toBe('')
    expect(site.logged).toEqual(['EmailSignInError'])
  })

  it('that takes long does not hold up the user', async () => {
    const started: string[] = []
    const mail = {
      name: 'Slow',
      send: async ({ subject }: { subject: string }) => {
        started.push(subject)
        await new Promise(() => {})
      },
    }
    // The time limit of the e-mail is far away: only the limit of the wait can end it.
    const { site, name } = await createSite({ mail, timeouts: { email: 60 } })
    expect(await addFactor(site, name)).not.toBe('')
    expect(started).toEqual(['Two-step sign-in was turned on or extended'])
  })
})

it('sends the notice of a new address to the previous one', async () => {
  const { site, name, email } = await createSite()
  const to = `new-${email}`
  await site.auth.config.adapter?.updateUser?.({ id: name, email: to })
  await emitFrom(site, { type: 'addressChanged', userId: name, from: email, to })
  expect(await subjectsTo(email)).toEqual(['The e-mail address of your account was changed'])
  expect(await mailsTo(to)).toEqual([])
  await emitFrom(site, { type: 'addressChanged', userId: name, from: null, to })
  expect(await mailsTo(to)).toEqual([])
})

describe('the device in a notice', () => {
  it.each([
    [CHROME, 'Chrome, Linux'],
    ['Buy now at evil.example/1 x', undefined],
    ['Your account is locked, call 555-0100/1', undefined],
    ['<b>Firefox</b>', 'Firefox'],
    [undefined, undefined],
  ])('of %j is %j', async (userAgent, device) => {
    expect(await nameDevice(userAgent)).toBe(device)
  })
})
