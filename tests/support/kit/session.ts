import { type App, BASE, ORIGIN } from './app.ts'
import { Browser } from './browser.ts'

/** Returns a browser in which Ann is signed in with her password. */
export async function signedIn(app: App): Promise<Browser> {
  const browser = new Browser(app)
  await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
  return browser
}

/** Returns a browser that sends the cookies of `browser` to another application. */
export function moveTo(app: App, browser: Browser): Browser {
  const moved = new Browser(app)
  for (const { name, value } of browser.cookies(ORIGIN)) moved.plant(ORIGIN, name, value)
  return moved
}
