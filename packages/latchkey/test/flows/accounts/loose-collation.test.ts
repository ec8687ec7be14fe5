import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { type App, BASE, createApp, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { setUp, signedIn, signIn } from '@latchkey/test-support/kit/database.ts'
import { looseDatabase } from '@latchkey/test-support/kit/loose-database.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { Adapter, AdapterUser, EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

const victim: AdapterUser = { id: 'victim', email: 'ann@example.com', emailVerified: new Date(0) }

/** An application that sends links to an array, and the links. */
function mailApp(adapter: Adapter, options: Partial<EmailConfig> = {}): { app: App; sent: string[][] } {
  const sent: string[][] = []
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ identifier, url }) => void sent.push([identifier, url]),
    ...options,
  }
  return { app: createApp({ adapter, providers: [mail] }), sent }
}

/** Requests a link, opens it, and returns the session. */
async function signInByLink({ app, sent }: ReturnType<typeof mailApp>, email: string): Promise<unknown> {
  const browser = new Browser(app)
  await browser.post(`${BASE}/signin/email`, { email })
  await browser.get(sent.at(-1)?.[1] ?? BASE)
  return readSession(browser)
}

describe('with a database that compares e-mail addresses without case and accents', () => {
  // proves DB-1, AUD-F1
  it.each(['ánn@example.com', 'ann@exámple.com', 'ańn@example.com'])(
    'a link to the similar address %s does not sign in as the user of ann@example.com',
    async (email) => {
      const adapter = looseDatabase()
      await adapter.createUser(victim)
      const mail = mailApp(adapter)
      const session = await signInByLink(mail, email)
      expect(mail.sent).toHaveLength(1)
      expect((session as { user?: unknown } | null)?.user ?? {}).not.toMatchObject({ email: victim.email })
      expect(await adapter.getUser(victim.id)).toEqual(victim)
    },
  )

  // proves DB-1, AUD-F1
  it('a similar address that a provider verified links no account', async () => {
    const adapter = looseDatabase()
    await adapter.createUser(victim)
    const idp = createIdp()
    const providers = [oidcFor(idp, { allowDangerousEmailAccountLinking: true })]
    const app = createApp({ adapter, providers })
    const browser = new Browser(app)
    const start = await browser.post(`${BASE}/signin/idp`)
    const eve = { sub: 'eve', email: 'ánn@example.com', email_verified: true }
    await browser.get(idp.agree(start.headers.get('location') ?? '', eve).href)
    expect(await adapter.getUserByAccount({ provider: 'idp', providerAccountId: 'eve' })).toBeNull()
    expect(await readSession(browser)).toBeNull()
  })

  // proves DB-1, AUD-F1
  it('the log says which lookup was not exact', async () => {
    const adapter = looseDatabase()
    await adapter.createUser(victim)
    const mail = mailApp(adapter)
    await signInByLink(mail, 'ánn@example.com')
    const warnings = mail.app.log.filter(({ level }) => level === 'warn')
    expect(warnings[0]).toEqual({
      level: 'warn',
      entry: 'inexact-lookup',
      details: [expect.stringMatching(/`getUserByEmail`.*collation/)],
    })
    expect(JSON.stringify(warnings)).not.toContain('example.com')
  })

  // proves DB-1, AUD-F1
  it.each([
    ['Ann@Example.com', 'ann@example.com'],
    ['ann@example.com', 'ANN@example.com'],
  ])('a user who was stored as %s is found as %s', async (stored, typed) => {
    const adapter = looseDatabase()
    await adapter.createUser({ ...victim, email: stored })
    expect(await signInByLink(mailApp(adapter), typed)).toMatchObject({ user: { email: stored } })
  })

  // proves DB-1, AUD-F1
  it.each([
    {
      title: 'keeps capital letters',
      normalizeIdentifier: (address: string) => address.trim(),
      stored: 'ann@example.com',
      typed: 'Ann@Example.com',
    },
    {
      title: 'removes tags',
      normalizeIdentifier: (address: string) => address.toLowerCase().replace(/\+.*@/, '@'),
      stored: 'ann@example.com',
      typed: 'ann+news@example.com',
    },
    {
      title: 'accepts other identifiers',
      normalizeIdentifier: (address: string) => address,
      stored: '+49 30 123456',
      typed: '+49 30 123456',
    },
  ])(
    "a user is found if the provider's normalization $title",
    async ({ normalizeIdentifier, stored, typed }) => {
      const adapter = looseDatabase()
      await adapter.createUser({ ...victim, email: stored })
      expect(await signInByLink(mailApp(adapter, { normalizeIdentifier }), typed)).toMatchObject({
        user: { email: stored },
      })
    },
  )
})

describe('an e-mail address with a Unicode domain', () => {
  // proves AUD-F1, AUD-S3, P-ML-4
  it('is stored and used for sending in ASCII', async () => {
    const adapter = memory()
    const mail = mailApp(adapter)
    const email = 'zoe@xn--strae-oqa.de'
    expect(await signInByLink(mail, 'Zoe@Straße.de')).toMatchObject({ user: { email } })
    expect(mail.sent[0]?.[0]).toBe(email)
    expect(new URL(mail.sent[0]?.[1] ?? '').searchParams.get('email')).toBe(email)
    expect(await adapter.getUserByEmail(email)).toMatchObject({ email })
    expect(await signInByLink(mail, email)).toMatchObject({ user: { email } })
  })

  // proves AUD-F1
  it('finds the user who was stored with the Unicode form', async () => {
    const adapter = memory()
    await adapter.createUser({ ...victim, email: 'ann@exämple.com' })
    const mail = mailApp(adapter)
    expect(await signInByLink(mail, 'ann@exämple.com')).toMatchObject({ user: { email: 'ann@exämple.com' } })
    expect(mail.sent[0]?.[0]).toBe('ann@xn--exmple-cua.com')
  })
})

describe('with a database that compares account ids without case', () => {
  const ann = { sub: 'aBcD', name: 'Ann', email: 'ann@example.com' }
  const eve = { sub: 'abcd', name: 'Eve', email: 'eve@example.com' }

  // proves DB-1, AUD-F1, AUD-S1
  it.each([
    ['with', looseDatabase()],
    ['without', { ...looseDatabase(), createUserWithAccount: undefined }],
  ])('an id in another case matches no account, %s createUserWithAccount', async (_, database) => {
    const setup = setUp({}, database as Adapter)
    expect(await readSession(await signedIn(setup, ann))).toMatchObject({ user: { name: 'Ann' } })
    expect(await readSession(await signedIn(setup, eve))).toBeNull()
    expect(await readSession(await signedIn(setup, ann))).toMatchObject({ user: { name: 'Ann' } })
    expect(setup.app.log.find(({ entry }) => entry === 'inexact-lookup')?.details).toEqual([
      expect.stringMatching(/`getUserByAccount`.*collation/),
    ])
  })

  // proves AUD-S1
  it.each([
    { sub: '1234567', calls: 0 },
    { sub: '0', calls: 0 },
    { sub: '007', calls: 1 },
    { sub: '1234567890123456', calls: 1 },
    { sub: 'aBcD', calls: 1 },
  ])('a later sign-in with the id $sub reads the account $calls times', async ({ sub, calls }) => {
    let count = 0
    const counting = watched(memory(), (method) => {
      if (method === 'getAccount') count++
    })
    const setup = setUp({}, counting)
    // A verified address: otherwise the sign-in looks whether an e-mail link has ended the access.
    const verified = { ...ann, sub, email_verified: true }
    await signedIn(setup, verified)
    expect(count).toBe(0)
    expect(await readSession(await signedIn(setup, verified))).toMatchObject({ user: { name: 'Ann' } })
    expect(count).toBe(calls)
  })

  // proves AUD-S1
  it.each([
    ['lacks `getAccount`', undefined],
    ['has a `getAccount` that finds nothing', () => null],
  ])('a user is found with an adapter that %s', async (_, getAccount) => {
    const setup = setUp({}, { ...memory(), getAccount } as Adapter)
    await signedIn(setup, ann)
    expect(await readSession(await signedIn(setup, ann))).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves DB-1, AUD-S1
  it('signs in no other user without `getAccount`, and says what to change', async () => {
    const database = { ...looseDatabase(), getAccount: undefined, createUserWithAccount: undefined }
    const setup = setUp({}, database as unknown as Adapter)
    await signedIn(setup, { ...ann, email_verified: true })
    expect(await readSession(await signedIn(setup, eve))).toBeNull()
    expect(setup.app.errors).toEqual(['AdapterError'])
    expect(String(setup.app.log.find(({ level }) => level === 'error')?.entry)).toContain('ALTER TABLE')
  })

  // proves AUD-S1
  it('rejects only the user with two similar ids, without `getAccount`', async () => {
    const database = memory()
    const setup = setUp({}, { ...database, getAccount: undefined } as unknown as Adapter)
    const browser = await signedIn(setup, { ...ann, email_verified: true })
    await signIn(setup, browser, { ...ann, sub: 'ABCD' })
    expect(await readSession(await signedIn(setup, ann))).toBeNull()
    await signedIn(setup, { ...eve, sub: 'xyz' })
    expect(await readSession(await signedIn(setup, { ...eve, sub: 'xyz' }))).toMatchObject({
      user: { name: 'Eve' },
    })
  })
})
