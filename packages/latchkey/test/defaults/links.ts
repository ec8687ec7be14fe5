import { createHash } from 'node:crypto'
import { BASE, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import memory from 'latchkey/adapters/memory'
import { COLUMNS, code, duration, first, largest, section } from './render.ts'
import { EMAIL, requestLink, START, setUp, signIn, wait } from './setup.ts'

/** Describes pending sign-ins: e-mail links, codes, and what a sign-in page remembers. */
export async function pendingSignIns(): Promise<string> {
  return section('E-mail links and pending sign-ins', COLUMNS, [
    ['Lifetime of an e-mail link', await linkLifetime(), '`maxAge` of the provider'],
    ['Token of an e-mail link', await linkToken(), '`generateVerificationToken`'],
    ['A link in another browser', await elsewhere(), ''],
    ['A link after its use, or after another one was used', await afterUse(), ''],
    ['Wrong short codes until all codes of the address end', await wrongCodes(), code('limits.email')],
    ['Tokens that count as short codes', `fewer than ${(await maxCodeLength()) + 1} characters`, ''],
    ['Lifetime of a remembered callback URL', duration(await callbackUrlLifetime()), ''],
    ['Pending sign-ins in one browser', await pendingInBrowser(), ''],
  ])
}

async function linkLifetime(): Promise<string> {
  const setup = setUp()
  await requestLink(setup)
  return duration(((setup.mails[0]?.expires.getTime() ?? 0) - START.getTime()) / 1000)
}

async function linkToken(): Promise<string> {
  const adapter = memory()
  const stored: string[] = []
  const createVerificationToken: typeof adapter.createVerificationToken = (row) => {
    stored.push(row.token)
    return adapter.createVerificationToken(row)
  }
  const link = await requestLink(setUp({ adapter: { ...adapter, createVerificationToken } }))
  const token = new URL(link).searchParams.get('token') ?? ''
  if (!/^[0-9a-f]+$/.test(token)) throw new Error('The token is not hexadecimal. Count its bits differently.')
  const hash = createHash('sha256').update(`${token}${SECRET}`).digest('hex')
  const form = stored[0] === hash ? 'stored as SHA-256 hash with the secret' : 'stored in another way'
  return `${token.length * 4} random bits, ${form}`
}

async function elsewhere(): Promise<string> {
  const setup = setUp()
  const link = await requestLink(setup)
  const other = new Browser(setup.app)
  const isPage = (await other.get(link)).headers.get('content-type')?.startsWith('text/html')
  if (!isPage || (await readSession(other)) !== null) return 'signs in'
  await setup.browser.get(link)
  return `shows a page with a button${(await readSession(setup.browser)) === null ? '' : ', and stays valid'}`
}

async function afterUse(): Promise<string> {
  const setup = setUp()
  const links = [await requestLink(setup), await requestLink(setup)]
  const signsIn: boolean[] = []
  for (const link of [links[0], ...links]) {
    await setup.browser.post(`${BASE}/signout`)
    await setup.browser.get(link ?? '')
    signsIn.push((await readSession(setup.browser)) !== null)
  }
  if (!signsIn.shift()) throw new Error('The link does not sign in.')
  return signsIn.includes(true) ? 'is valid' : 'is invalid'
}

/** Returns whether the right code signs in after a number of wrong ones. */
async function isValidAfter(wrong: number, token: string): Promise<boolean> {
  const setup = setUp({}, { generateVerificationToken: () => token })
  await requestLink(setup)
  const enter = async (entered: string): Promise<unknown> =>
    setup.browser.post(`${BASE}/callback/email`, { email: EMAIL, token: entered })
  for (let count = 0; count < wrong; count++) await enter('wrong'.padEnd(token.length, '-'))
  await enter(token)
  return (await readSession(setup.browser)) !== null
}

async function wrongCodes(): Promise<number> {
  return first(100, async (wrong) => !(await isValidAfter(wrong, '123456')))
}

async function maxCodeLength(): Promise<number> {
  return largest(100, async (length) => !(await isValidAfter(20, '1'.repeat(length))))
}

async function callbackUrlLifetime(): Promise<number> {
  return largest(86_400, async (seconds) => {
    const setup = setUp()
    await setup.browser.get(`${BASE}/signin?callbackUrl=/after`)
    // Encrypted values are accepted some seconds longer, because clocks differ.
    wait(seconds + CLOCK_TOLERANCE - 1)
    return (await signIn(setup)).headers.get('location')?.endsWith('/after') === true
  })
}

const CLOCK_TOLERANCE = 15

async function pendingInBrowser(): Promise<number> {
  const { browser } = setUp()
  for (let count = 0; count < 20; count++) await browser.post(`${BASE}/signin/idp`)
  return browser.cookies(new URL(BASE).origin).filter(({ name }) => name.includes('.transaction.')).length
}
