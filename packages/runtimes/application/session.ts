import { Browser } from '../../latchkey/test/kit/browser.ts'
import { matches, same } from './expectation.ts'
import { sessionOf } from './sign-in.ts'
import { BASE, createSite, ORIGIN } from './site.ts'

const COOKIE = '__Secure-latchkey.session-token'
const DAY = 24 * 60 * 60

/** A session that is read while it is fresh stays as it is. */
export async function isRead(): Promise<void> {
  const response = await (await signedIn()).get(`${BASE}/session`)
  same(response.status, 200, 'status')
  same(response.headers.getSetCookie(), [], 'cookies')
  same(response.headers.get('cache-control'), 'private, no-cache, no-store', 'cache-control')
}

/** After `updateAge` it is sealed anew, with a new end. */
export async function isRenewed(): Promise<void> {
  const browser = await signedIn()
  const before = await sessionOf(browser)
  const response = await later(DAY + 1, () => browser.get(`${BASE}/session`))
  matches(
    response.headers.getSetCookie().join(),
    new RegExp(`^${COOKIE}=[^;]{100,}; Path=/; Expires=`),
    'cookie',
  )
  const { expires }: { expires: string } = await response.json()
  // Seconds may tick between sign-in and read; the day and the second may not be lost.
  const moved = (Date.parse(expires) - Date.parse(before?.expires ?? '')) / 1000 - DAY
  same(moved >= 1 && moved < 60, true, `the end moved by a day and ${moved} s`)
}

/** HEAD answers like GET, without a body, and changes nothing. */
export async function isAskedForByHead(): Promise<void> {
  const browser = await signedIn()
  const response = await later(DAY + 1, () => browser.send(`${BASE}/session`, { method: 'HEAD' }))
  same(response.status, 200, 'status')
  same(response.headers.get('content-type'), 'application/json', 'content type')
  same(response.headers.getSetCookie(), [], 'cookies')
  same(await response.text(), '', 'body')
}

/** A cookie that was changed is nobody's, and is cleared. */
export async function isTamperedWith(): Promise<void> {
  const browser = await signedIn()
  const value = browser.cookies(ORIGIN).find(({ name }) => name === COOKIE)?.value ?? ''
  // In the tag: whatever else is changed is no JSON any more, also where nobody looks at the tag.
  const tag = value.lastIndexOf('.') + 1
  browser.plant(ORIGIN, COOKIE, value.slice(0, tag) + (value[tag] === 'A' ? 'B' : 'A') + value.slice(tag + 1))
  const response = await browser.get(`${BASE}/session`)
  same(await response.json(), null, 'session')
  matches(response.headers.getSetCookie().join(), new RegExp(`^${COOKIE}=; Max-Age=0`), 'cookie')
}

/** Sign-out takes the cookie away and leads back. */
export async function isEnded(): Promise<void> {
  const browser = await signedIn()
  const response = await browser.post(`${BASE}/signout`, { callbackUrl: '/bye' })
  same(response.headers.get('location'), `${ORIGIN}/bye`, 'where it leads')
  same(await sessionOf(browser), null, 'session')
}

async function signedIn(): Promise<Browser> {
  const browser = new Browser(createSite())
  await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
  same((await sessionOf(browser))?.user?.name, 'Ann', 'who is signed in')
  return browser
}

/** Does something when the clock is so many seconds further on. */
async function later<T>(seconds: number, act: () => Promise<T>): Promise<T> {
  const { now } = Date
  Date.now = () => now() + seconds * 1000
  try {
    return await act()
  } finally {
    Date.now = now
  }
}
