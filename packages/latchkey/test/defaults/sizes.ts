import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { SESSION_COOKIE } from '@latchkey/test-support/kit/database.ts'
import { largest, type Row, section, size } from './render.ts'
import { setUp, signIn } from './setup.ts'

const MEGABYTE = 1024 * 1024

/** Describes what a request may contain at most, by bisection. */
export async function sizes(): Promise<string> {
  const bodyField = 'a='
  const bytes = await largest(MEGABYTE, (length) => isAccepted(bodyField.padEnd(length, 'a')))
  const header = await largest(MEGABYTE, isSignedInWithHeader)
  const rows: Row[] = [
    ['Body of a request', size(bytes), '413'],
    ['Fields of a form', await largest(1000, (count) => isAccepted('a=1&'.repeat(count))), '413'],
    ['Levels of a JSON body', await largest(1000, isDepthAccepted), '400'],
    ['Parameters of a query', await largest(1000, isQueryAccepted), '400'],
    ['`Cookie` header', `${size(header)}`, 'cookies are ignored'],
    ['Session in cookies', await sessionSize(), 'the sign-in fails'],
    ['Callback URL', `${await largest(10_000, isCallbackUrlUsed)} characters`, 'home page'],
    ['E-mail address', `${await largest(1000, isAddressAccepted)} characters`, 'the sign-in fails'],
  ]
  return section('Sizes', ['', 'Maximum', 'Beyond it'], rows)
}

async function isAccepted(body: string, type = 'application/x-www-form-urlencoded'): Promise<boolean> {
  const { browser } = setUp()
  const headers = { 'content-type': type, origin: ORIGIN }
  return (await browser.send(`${BASE}/signout`, { method: 'POST', headers, body })).status === 302
}

async function isDepthAccepted(levels: number): Promise<boolean> {
  return isAccepted(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`, 'application/json')
}

async function isQueryAccepted(count: number): Promise<boolean> {
  return (await setUp().browser.get(`${BASE}/session?${'a=1&'.repeat(count)}`)).status === 200
}

async function isSignedInWithHeader(length: number): Promise<boolean> {
  const setup = setUp()
  await signIn(setup)
  const session = setup.browser.cookiesFor(ORIGIN)
  // The shortest header with a session has another length, which is far below the limit.
  const cookie = `${session}; a=`.padEnd(length, 'a')
  const response = await setup.app.fetch(new Request(`${BASE}/session`, { headers: { cookie } }))
  return (await response.json()) !== null
}

async function sessionSize(): Promise<string> {
  let [cookies, characters] = [0, 0]
  await largest(MEGABYTE, async (length) => {
    const setup = setUp({ callbacks: { jwt: ({ token }) => ({ ...token, data: 'a'.repeat(length) }) } })
    await signIn(setup)
    const stored = setup.browser.cookies(ORIGIN).filter(({ name }) => name.startsWith(SESSION_COOKIE))
    cookies = Math.max(cookies, stored.length)
    characters = Math.max(
      characters,
      stored.reduce((sum, { value }) => sum + value.length, 0),
    )
    return stored.length > 0
  })
  return `${cookies} cookies, ${(Math.floor(characters / 100) * 100).toLocaleString('en')} characters`
}

async function isCallbackUrlUsed(length: number): Promise<boolean> {
  const target = `${ORIGIN}/`.padEnd(length, 'a')
  return (await signIn(setUp(), { callbackUrl: target })).headers.get('location') === target
}

async function isAddressAccepted(length: number): Promise<boolean> {
  const setup = setUp()
  const domain = 'b.'
    .repeat(1000)
    .slice(0, Math.max(3, length - 2))
    .replace(/\.$/, 'b')
  await setup.browser.post(`${BASE}/signin/email`, { email: `a@${domain}` })
  return setup.mails.length === 1
}
