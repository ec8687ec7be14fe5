import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { assertEqual, assertMatch } from './assertions.ts'
import { readSession } from './sign-in.ts'
import { BASE, createSite, ORIGIN } from './site.ts'

const COOKIE = '__Secure-latchkey.session-token'
const DAY_SECONDS = 24 * 60 * 60

/** Reading a session that is not due for renewal sets no cookie. */
export async function readsFreshSession(): Promise<void> {
  const response = await (await signedIn()).get(`${BASE}/session`)
  assertEqual(response.status, 200, 'status')
  assertEqual(response.headers.getSetCookie(), [], 'cookies')
  assertEqual(response.headers.get('cache-control'), 'private, no-cache, no-store', 'cache-control')
}

/** After `updateAge`, the session is sealed again with a new expiry. */
export async function renewsSession(): Promise<void> {
  const browser = await signedIn()
  const before = await readSession(browser)
  const response = await later(DAY_SECONDS + 1, () => browser.get(`${BASE}/session`))
  assertMatch(
    response.headers.getSetCookie().join(),
    new RegExp(`^${COOKIE}=[^;]{100,}; Path=/; Expires=`),
    'cookie',
  )
  const { expires }: { expires: string } = await response.json()
  // Some seconds may pass between sign-in and read. The day and at least one second have to be
  // added.
  const moved = (Date.parse(expires) - Date.parse(before?.expires ?? '')) / 1000 - DAY_SECONDS
  assertEqual(moved >= 1 && moved < 60, true, `the expiry moved by a day and ${moved} s`)
}

/** HEAD has the response of GET without a body, and has no side effects. */
export async function supportsHead(): Promise<void> {
  const browser = await signedIn()
  const response = await later(DAY_SECONDS + 1, () => browser.send(`${BASE}/session`, { method: 'HEAD' }))
  assertEqual(response.status, 200, 'status')
  assertEqual(response.headers.get('content-type'), 'application/json', 'content type')
  assertEqual(response.headers.getSetCookie(), [], 'cookies')
  assertEqual(await response.text(), '', 'body')
}

/** A modified cookie gives no session and is deleted. */
export async function ignoresModifiedCookie(): Promise<void> {
  const browser = await signedIn()
  const value = browser.cookies(ORIGIN).find(({ name }) => name === COOKIE)?.value ?? ''
  // Modifies the authentication tag. A change anywhere else would give invalid JSON, also in an
  // implementation that does not check the tag.
  const tag = value.lastIndexOf('.') + 1
  browser.plant(ORIGIN, COOKIE, value.slice(0, tag) + (value[tag] === 'A' ? 'B' : 'A') + value.slice(tag + 1))
  const response = await browser.get(`${BASE}/session`)
  assertEqual(await response.json(), null, 'session')
  assertMatch(response.headers.getSetCookie().join(), new RegExp(`^${COOKIE}=; Max-Age=0`), 'cookie')
}

/** Sign-out deletes the cookie and redirects. */
export async function signsOut(): Promise<void> {
  const browser = await signedIn()
  const response = await browser.post(`${BASE}/signout`, { callbackUrl: '/bye' })
  assertEqual(response.headers.get('location'), `${ORIGIN}/bye`, 'redirect target')
  assertEqual(await readSession(browser), null, 'session')
}

async function signedIn(): Promise<Browser> {
  const browser = new Browser(createSite())
  await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
  assertEqual((await readSession(browser))?.user?.name, 'Ann', 'name of the user')
  return browser
}

/** Runs a function with the clock set forward by a number of seconds. */
async function later<T>(seconds: number, run: () => Promise<T>): Promise<T> {
  const { now } = Date
  Date.now = () => now() + seconds * 1000
  try {
    return await run()
  } finally {
    Date.now = now
  }
}
