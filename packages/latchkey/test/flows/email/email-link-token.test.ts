import { slow, watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { linkTo, newAddress, requestLink, setUp, useInbox } from '@latchkey/test-support/kit/email.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

useInbox()
afterEach(() => {
  vi.useRealTimers()
})

describe('the token of an e-mail link', () => {
  // proves P-CC-1, P-ML-1, §7.2 useVerificationToken, §12.1 c, §14 Verification
  it('signs in once, even when it is sent twenty times at the same time', async () => {
    const setup = setUp()
    const email = newAddress()
    await requestLink(setup, email)
    const link = new URL(await linkTo(email))
    const form = { email, token: link.searchParams.get('token') ?? '' }
    const phones = Array.from({ length: 20 }, () => new Browser(setup.app))
    await Promise.all(phones.map((phone) => phone.post(`${BASE}/callback/email`, form)))
    const sessions = await Promise.all(phones.map(readSession))
    expect(sessions.filter((found) => found !== null)).toHaveLength(1)
    const again = await setup.browser.get(link.href)
    expect(again.headers.get('location')).toBe(`${BASE}/error?error=Verification`)
    expect((await setup.browser.get(`${BASE}/error?error=Verification`)).status).toBe(403)
  })

  // proves P-CC-3, P-AL-5
  it('creates one user when two links are opened at the same time', async () => {
    const sent: string[] = []

    const send: EmailConfig['sendVerificationRequest'] = ({ url }) => {
      sent.push(url)
    }
    const setup = setUp({}, { sendVerificationRequest: send }, slow(memory()))
    const email = newAddress()
    for (let count = 0; count < 2; count++) await requestLink(setup, email)
    const phones = sent.map(() => new Browser(setup.app))
    await Promise.all(
      phones.map((phone, index) =>
        phone.post(`${BASE}/callback/email`, Object.fromEntries(new URL(sent[index] ?? '').searchParams)),
      ),
    )
    for (const phone of phones) expect(await readSession(phone)).toMatchObject({ user: { email } })
    expect(setup.events.filter(({ name }) => name === 'createUser')).toHaveLength(1)
  })

  // proves P-ML-3, §12.1 c, §14 Verification
  it.each([
    ['another address', (link: URL) => link.searchParams.set('email', 'mallory@example.com')],
    ['no address', (link: URL) => link.searchParams.delete('email')],
    ['another token', (link: URL) => link.searchParams.set('token', '0'.repeat(64))],
    ['two tokens', (link: URL) => link.searchParams.append('token', 'x')],
    ['no token', (link: URL) => link.searchParams.delete('token')],
  ])('does not sign in when the link has %s', async (_, change) => {
    const setup = setUp()
    const email = newAddress()
    await requestLink(setup, email)
    const link = new URL(await linkTo(email))
    change(link)
    const fields = Object.fromEntries(link.searchParams)
    const posted = await setup.browser.post(`${BASE}/callback/email`, fields)
    expect(posted.headers.get('location')).toBe(`${BASE}/error?error=Verification`)
    const opened = await setup.browser.get(link.href)
    expect([null, `${BASE}/error?error=Verification`]).toContain(opened.headers.get('location'))
    expect(await readSession(setup.browser)).toBeNull()
  })

  // proves P-CS-5
  it('is not used before a click when the link names another address', async () => {
    const setup = setUp()
    const email = newAddress()
    await requestLink(setup, email)
    const link = new URL(await linkTo(email))
    link.searchParams.set('email', 'mallory@example.com')
    expect((await setup.browser.get(link.href)).status).toBe(200)
  })

  // proves P-ML-1, §5.6 a, §8.4, §12.1 c, §14 Verification
  it('expires after `maxAge`', async () => {
    const setup = setUp({}, { maxAge: 600 })
    const email = newAddress()
    await requestLink(setup, email)
    const link = await linkTo(email)
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] })
    const { searchParams } = new URL(link)
    const response = await setup.browser.post(`${BASE}/callback/email`, {
      email,
      token: searchParams.get('token') ?? '',
    })
    expect(response.headers.get('location')).toBe(`${BASE}/error?error=Verification`)
  })

  // proves P-ML-1, §5.6, §7.2 createVerificationToken
  it('is stored only as a hash', async () => {
    const stored: { token: string; identifier: string }[] = []
    const adapter = watched(
      memory(),
      (method, [row]) => method === 'createVerificationToken' && stored.push(row as (typeof stored)[0]),
    )
    const setup = setUp({}, {}, adapter)
    const email = newAddress()
    await requestLink(setup, email)
    const token = new URL(await linkTo(email)).searchParams.get('token') ?? ''
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(stored).toEqual([
      { identifier: email, token: expect.stringMatching(/^[0-9a-f]{64}$/), expires: expect.any(Date) },
    ])
    expect(stored[0]?.token).not.toBe(token)
  })

  // proves P-JW-5, CFG-35
  it('stays valid after a rotation of the secret', async () => {
    const adapter = memory()
    const [old, newest] = [
      'an older secret that is long enough here',
      'a newer secret that is long enough here',
    ]
    const before = setUp({ secret: old }, {}, adapter)
    const email = newAddress()
    await requestLink(before, email)
    const { searchParams } = new URL(await linkTo(email))
    const after = setUp({ secret: [newest, old] }, {}, adapter)
    await after.browser.post(`${BASE}/callback/email`, Object.fromEntries(searchParams))
    expect(await readSession(after.browser)).toMatchObject({ user: { email } })
  })

  // proves P-JW-5, AUD-F20
  it('needs no confirmation after a rotation of the secret in the browser that requested it', async () => {
    const [old, newest] = [
      'an older secret that is long enough here',
      'a newer secret that is long enough here',
    ]
    const before = setUp({ secret: old })
    const email = newAddress()
    await requestLink(before, email)
    const after = setUp({ secret: [newest, old] }, {}, before.adapter)
    const browser = new Browser(after.app)
    for (const { name, value } of before.browser.cookies(ORIGIN)) browser.plant(ORIGIN, name, value)
    expect((await browser.get(await linkTo(email))).headers.get('location')).toBe(`${ORIGIN}/after`)
  })
})

// proves P-ML-3
it('a used e-mail link invalidates the other links to the same address', async () => {
  const links: string[] = []
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void links.push(url),
  }
  const app = createApp({ adapter: memory(), providers: [mail] })
  const browser = new Browser(app)
  for (let count = 0; count < 3; count++)
    await browser.post(`${BASE}/signin/email`, { email: 'ann@example.com', callbackUrl: '/after' })
  const locations: (string | null)[] = []
  for (const link of links) locations.push((await browser.get(link)).headers.get('location'))
  expect(locations).toEqual([`${ORIGIN}/after`, ...Array(2).fill(`${BASE}/error?error=Verification`)])
})
