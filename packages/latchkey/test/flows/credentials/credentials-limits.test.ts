import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type AuthConfig, type CredentialInput, createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { verifyPassword } from 'latchkey/password'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it } from 'vitest'
import type { Slots } from '../../../src/async/slots.ts'

type Values = Record<string, string>

interface Form {
  readonly credentials: Record<string, CredentialInput>
  readonly account?: string
  /** What `authorize` does with wrong values. Default: it returns `null`. */
  readonly fail?: () => never
}

interface Setting {
  readonly app: App
  /** The values with which `authorize` was called. */
  readonly calls: Values[]
  readonly submit: (values: Values, headers?: Record<string, string>) => Promise<Response>
}

/** An application whose only right password, in any field, is `right`. */
function setting({ credentials, account, fail }: Form, config: Partial<AuthConfig> = {}): Setting {
  const calls: Values[] = []
  const provider = Credentials({
    credentials,
    account,
    authorize(values) {
      calls.push(values as Values)
      if (Object.values(values).includes('right')) return { id: 'ann' }
      return fail ? fail() : null
    },
  })
  const app = createApp({ providers: [provider], store: memoryStore(), ...config })
  const browser = new Browser(app)
  const submit: Setting['submit'] = (values, headers) =>
    browser.post(`${BASE}/callback/credentials`, values, headers)
  return { app, calls, submit }
}

/** Submits values that depend on the number of the attempt. Returns how often `authorize` ran. */
async function attempts(here: Setting, count: number, values: (index: number) => Values): Promise<number> {
  const before = here.calls.length
  for (let index = 0; index < count; index++) await here.submit(values(index))
  return here.calls.length - before
}

const password = { type: 'password' }

describe('wrong credentials are limited', () => {
  // proves AUD-F7, P-CR-4
  it.each<{ name: string; form: Form; values: (index: number) => Values; allowed: number }>([
    {
      name: 'a form without declared fields, with a usual name',
      form: { credentials: {} },
      values: (index) => ({ login: 'ann', pin: String(index) }),
      allowed: 10,
    },
    {
      name: 'a form without declared fields, with an unusual name',
      form: { credentials: {} },
      values: (index) => ({ kennung: 'ann', pin: String(index) }),
      allowed: 50,
    },
    {
      name: 'one password for all users',
      form: { credentials: { password } },
      values: (index) => ({ password: String(index) }),
      allowed: 50,
    },
    {
      name: 'one code for all users, whose field has no type',
      form: { credentials: { accessCode: {} } },
      values: (index) => ({ accessCode: String(index) }),
      allowed: 50,
    },
    {
      name: 'a password field that is declared first and has no type',
      form: { credentials: { pwd: {}, member: {} } },
      values: (index) => ({ pwd: String(index), member: 'ann' }),
      allowed: 10,
    },
    {
      name: 'a form whose first field the attacker varies',
      form: { credentials: { locale: {}, username: {}, password } },
      values: (index) => ({ locale: String(index), username: 'ann', password: String(index) }),
      allowed: 10,
    },
    {
      name: 'a form with a checkbox and a hidden field before the name',
      form: {
        credentials: { remember: { type: 'checkbox' }, form: { type: 'hidden' }, member: {}, password },
      },
      values: (index) => ({ remember: String(index), form: String(index), member: 'ann', password: 'x' }),
      allowed: 10,
    },
    {
      name: 'a form of which the attacker varies one of two unusual names',
      form: { credentials: { place: {}, member: {}, password } },
      values: (index) => ({ place: String(index), member: 'ann', password: String(index) }),
      allowed: 50,
    },
    {
      name: 'a provider that names its account field',
      form: { credentials: { place: {}, member: {}, password }, account: 'member' },
      values: (index) => ({ place: String(index), member: 'ann', password: String(index) }),
      allowed: 10,
    },
    {
      name: 'a provider that names its account field, without a value in it',
      form: { credentials: { member: {}, password }, account: 'member' },
      values: (index) => ({ username: String(index), password: String(index) }),
      allowed: 50,
    },
  ])('with $name', async ({ form, values, allowed }) => {
    const here = setting(form)
    expect(await attempts(here, 100, values)).toBe(allowed)
    expect((await here.submit(values(1000))).status).toBe(429)
  })

  // proves AUD-F7
  it('with invented fields beside the password', async () => {
    const here = setting({ credentials: { password } })
    const invented = (index: number): Values => ({ email: `${index}@example.com`, password: String(index) })
    expect(await attempts(here, 600, invented)).toBe(500)
  })

  // proves AUD-F6, P-CR-4
  it('when `authorize` throws an error for them, with one warning', async () => {
    const fail = (): never => {
      throw new Error('Invalid credentials.')
    }
    const here = setting({ credentials: { username: {}, password }, fail })
    const guesses = (index: number): Values => ({ username: 'ann', password: String(index) })
    expect(await attempts(here, 500, guesses)).toBe(60)
    expect((await here.submit({ username: 'ann', password: 'right' })).status).toBe(429)
    const warnings = here.app.log.filter(({ level }) => level === 'warn')
    expect(warnings).toEqual([
      {
        level: 'warn',
        entry: 'authorize-threw',
        details: [expect.stringContaining('return `null` or throw')],
      },
    ])
  })

  // proves AUD-F18, P-CR-4
  it('for all spellings of an account name together', async () => {
    const here = setting({ credentials: { username: {}, password } })
    const spellings = [
      'admin',
      'Admin',
      'ádmin',
      'a\u0301dmin',
      'ａdmin',
      'ad\u200bmin',
      'adm\u00adin',
      'admın',
      'admin ',
      'ⓐdmin',
    ]
    const guesses = (index: number): Values => ({
      username: spellings[index % spellings.length] ?? '',
      password: String(index),
    })
    expect(await attempts(here, 100, guesses)).toBe(10)
  })

  // proves AUD-F18, P-CR-4
  it('for all ways to write a phone number together', async () => {
    const here = setting({ credentials: { phone: { type: 'tel' }, password } })
    const digits = '491701234567'
    const guesses = (index: number): Values => {
      const at = 1 + (index % (digits.length - 1))
      return { phone: `${digits.slice(0, at)}${'-x('.repeat(index)}${digits.slice(at)}`, password: 'wrong' }
    }
    expect(await attempts(here, 100, guesses)).toBe(10)
  })

  // proves AUD-F18, P-CR-4
  it.each([
    ['a wrong password', undefined],
    [
      'an error that `authorize` throws',
      () => {
        throw new Error('Invalid credentials.')
      },
    ],
  ])('even if the attacker signs in with a similar name between two guesses, with %s', async (_, fail) => {
    const here = setting({ credentials: { username: {}, password }, fail })
    let guesses = 0
    for (let index = 0; index < 300; index++) {
      if ((await here.submit({ username: 'ann', password: 'wrong' })).status !== 429) guesses += 1
      await here.submit({ username: 'ánn+1', password: index % 2 ? 'wrong' : 'right' })
      await here.submit({ username: 'Ánn', password: 'right' })
    }
    expect(guesses).toBeLessThanOrEqual(fail ? 60 : 10)
  })

  // proves AUD-F18, P-DS-3
  it('even after an attacker has tried more names than the memory holds', async () => {
    const here = setting({ credentials: { username: {}, password } }, { store: memoryStore({ maxKeys: 50 }) })
    await attempts(here, 10, () => ({ username: 'ann', password: 'wrong' }))
    await attempts(here, 500, (index) => ({ username: `user ${index}`, password: 'wrong' }))
    expect((await here.submit({ username: 'ann', password: 'right' })).status).toBe(429)
  })
})

describe('the limit of one account', () => {
  it('does not lock others that share a value, such as the name of their company', async () => {
    const here = setting({ credentials: { tenant: {}, username: {}, password } })
    await attempts(here, 40, (index) => ({ tenant: 'acme', username: `user ${index}`, password: 'wrong' }))
    expect((await here.submit({ tenant: 'acme', username: 'ann', password: 'right' })).status).toBe(302)
  })

  it('does not lock the provider when its own attempts are rejected', async () => {
    const here = setting({ credentials: { tenant: {}, username: {}, password } })
    await attempts(here, 700, () => ({ tenant: 'acme', username: 'ann', password: 'wrong' }))
    expect((await here.submit({ tenant: 'acme', username: 'ben', password: 'right' })).status).toBe(302)
  })

  // proves P-CR-4
  it('is not used up by a few faults of the application', async () => {
    const fail = (): never => {
      throw new Error('the database is down')
    }
    const here = setting({ credentials: { username: {}, password }, fail })
    await attempts(here, 50, () => ({ username: 'ann', password: 'wrong' }))
    expect((await here.submit({ username: 'ann', password: 'right' })).headers.get('location')).toBe(ORIGIN)
  })
})

describe('one client', () => {
  const clientAddress = (headers: { get(name: string): string | null }): string | null =>
    headers.get('x-forwarded-for')

  // proves P-CR-4
  it('cannot lock a form without accounts for the others', async () => {
    const here = setting({ credentials: { password } }, { limits: { clientAddress } })
    for (let index = 0; index < 200; index++)
      await here.submit({ password: String(index) }, { 'x-forwarded-for': '192.0.2.1' })
    expect(here.calls).toHaveLength(30)
    const other = await here.submit({ password: 'right' }, { 'x-forwarded-for': '192.0.2.2' })
    expect(other.status).toBe(302)
  })

  // proves AUD-F18, P-CR-4
  it('cannot disable its limit with an unreadable address', async () => {
    const here = setting({ credentials: { username: {}, password } }, { limits: { clientAddress } })
    const lists = [undefined, '198.51.100.1, 192.0.2.1', 'unknown', '198.51.100.2, 192.0.2.1']
    for (let index = 0; index < 60; index++) {
      const list = lists[index % lists.length]
      const headers: Record<string, string> = list === undefined ? {} : { 'x-forwarded-for': list }
      await here.submit({ username: `user ${index}`, password: 'wrong' }, headers)
    }
    expect(here.calls).toHaveLength(30)
    expect(here.app.log.filter(({ level }) => level === 'warn')).toEqual([
      { level: 'warn', entry: 'client-address', details: [expect.not.stringContaining('192.0.2.1')] },
    ])
  })
})

// proves AUD-F18, P-ML-5
it('e-mails to one mailbox are limited regardless of the tag', async () => {
  const sent: string[] = []
  const email = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ identifier }: { identifier: string }) => void sent.push(identifier),
  } as const
  const app = createApp({ providers: [email], adapter: memory() })
  for (let index = 0; index < 20; index++)
    await new Browser(app).post(`${BASE}/signin/email`, { email: `ann+${index}@example.com` })
  expect(sent).toHaveLength(5)
})

// proves AUD-F7
it('an `account` that is not a declared field is rejected with the fields to choose from', async () => {
  // A plain JavaScript application has no types.
  const here = setting({ credentials: { member: {}, password }, account: 'membr' })
  await here.submit({ member: 'ann', password: 'right' })
  expect(here.app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
    type: 'InvalidProvider',
    message: expect.stringMatching(/^`account` for provider .*: member, password\.$/),
  })
})

describe('when too many passwords are hashed at the same time', () => {
  const quickHash = `$scrypt$ln=4,r=8,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`
  const provider = Credentials({
    credentials: { username: {}, password },
    authorize: async (values) => {
      await verifyPassword(values.password, quickHash)
      return values.password === 'right' ? { id: 'ann' } : null
    },
  })
  const fields = { username: 'ann', password: 'right' }

  /** Takes all places of this process. Returns a function that frees them. */
  async function takeAllPlaces(): Promise<() => void> {
    await verifyPassword('x', quickHash)
    const shared = globalThis as unknown as Record<symbol, Slots>
    const slots = shared[Symbol.for('latchkey.password-slots')] as Slots
    for (let count = 0; count < 32; count++) void slots.enter()
    return () => {
      for (let count = 0; count < 32; count++) slots.leave()
    }
  }

  // proves AUD-F9, P-DS-4
  it('a sign-in is rejected with 503 and Retry-After, and is not counted', async () => {
    const app = createApp({ providers: [provider] })
    const submit = (headers?: Record<string, string>): Promise<Response> =>
      new Browser(app).post(`${BASE}/callback/credentials`, fields, headers)
    const free = await takeAllPlaces()
    const page = await submit()
    const json = await submit({ accept: 'application/json' })
    for (let count = 0; count < 15; count++) await submit()
    free()
    expect({
      status: page.status,
      retryAfter: page.headers.get('retry-after'),
      text: (await page.text()).includes('Not available at the moment'),
      json: [json.status, json.headers.get('retry-after'), ((await json.json()) as { error: string }).error],
      errors: new Set(app.errors),
    }).toEqual({
      status: 503,
      retryAfter: '10',
      text: true,
      json: [503, '10', 'ServiceUnavailable'],
      errors: new Set(['ServiceUnavailable']),
    })
    expect((await submit()).headers.get('location')).toBe(ORIGIN)
  })

  // proves AUD-F9
  it('server code receives the error', async () => {
    const { signIn } = createAuth(createApp({ providers: [provider] }).config)
    const free = await takeAllPlaces()
    const request = { headers: new Headers(), url: new URL(ORIGIN) }
    await expect(signIn(request, { providerId: 'credentials', fields })).rejects.toMatchObject({
      type: 'ServiceUnavailable',
    })
    free()
  })
})
