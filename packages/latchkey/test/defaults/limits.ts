import { BASE } from '@latchkey/test-support/kit/app.ts'
import Code from 'latchkey/providers/code'
import { COLUMNS, code, duration, first, section } from './render.ts'
import { requestLink, type Setup, setUp, signIn, wait } from './setup.ts'

/** Describes the rate limits, by trying how often something is allowed. */
export async function limits(): Promise<string> {
  const account = await signInsUntilRejected(() => ({}))
  const client = await signInsUntilRejected((attempt) => ({ email: `ann${attempt}@example.com` }), {
    limits: { clientAddress: () => '192.0.2.1' },
  })
  return section('Attempts and e-mails', COLUMNS, [
    ['Failed sign-ins with credentials for one account', account, code('limits.credentials')],
    ['E-mails to one address', await mails(), code('limits.email')],
    ['Messages to one telephone number', await messages(() => PHONE), code('limits.phone')],
    [
      'Messages to all numbers of one country',
      await messages((attempt) => `+4915${1_000_000 + attempt}`),
      code('limits.phoneCountry'),
    ],
    [
      'All of them, for one client',
      client,
      `${code('limits.client')}; needs ${code('limits.clientAddress')}`,
    ],
    ['Clients without `limits.clientAddress`', await withoutClients(), code('limits.clientAddress')],
  ])
}

type Fields = (attempt: number) => Record<string, string>

async function signInsUntilRejected(fields: Fields, config?: Parameters<typeof setUp>[0]): Promise<string> {
  const setup = setUp(config)
  let retryAfter = ''
  const rejected = await first(1000, async (attempt) => {
    const response = await signIn(setup, { password: 'wrong', ...fields(attempt) })
    retryAfter = response.headers.get('retry-after') ?? ''
    return response.status === 429
  })
  return limit(rejected - 1, Number(retryAfter))
}

async function mails(): Promise<string> {
  const setup = setUp()
  const sent = async (address: string): Promise<boolean> => {
    const before = setup.mails.length
    await requestLink(setup, address)
    return setup.mails.length > before
  }
  const rejected = await first(1000, async () => !(await sent('ann@example.com')))
  const hours = await first(1000, async (minutes) => {
    wait(minutes * 60)
    return sent('ann@example.com')
  })
  return limit(rejected - 1, hours * 60)
}

const PHONE = '+4915123456789'

async function messages(numberFor: (attempt: number) => string): Promise<string> {
  let sent = 0
  const setup = setUp({ providers: [Code({ send: () => void sent++ })] })
  const isSent = async (attempt: number): Promise<boolean> => {
    const before = sent
    await setup.browser.post(`${BASE}/signin/code`, { phone: numberFor(attempt) })
    return sent > before
  }
  const rejected = await first(1000, async (attempt) => !(await isSent(attempt)))
  const minutes = await first(1000, async (waited) => {
    wait(waited * 60)
    return isSent(rejected)
  })
  return limit(rejected - 1, minutes * 60)
}

async function withoutClients(): Promise<string> {
  const setup: Setup = setUp()
  for (let attempt = 0; attempt < 200; attempt++) {
    const email = `ann${attempt}@example.com`
    const { status } = await setup.browser.post(`${BASE}/callback/credentials`, { email, password: 'wrong' })
    if (status === 429) return 'are limited'
  }
  return 'are not distinguished'
}

function limit(attempts: number, seconds: number): string {
  return `${attempts} in ${duration(seconds)}`
}
