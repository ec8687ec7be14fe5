import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { app, basePath, test } from './browser.ts'
import { expectSignedOut, expectSignInPage, readSession, startSignedIn } from './steps.ts'

const NAME = 'latchkey.session-token'

describe('The session cookie', () => {
  // proves P-CK-1, §4.1
  test('is not accessible to scripts and cross-site requests', async ({ open }) => {
    const page = await open()
    await startSignedIn(page)
    expect(await sessionCookie(page)).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      domain: 'localhost',
    })
    expect(await page.evaluate(() => document.cookie)).not.toContain(NAME)
  })

  // proves §13.1 c
  test('is not written again before the session is due for renewal', async ({ open }) => {
    const page = await open()
    await startSignedIn(page)
    const response = await page.request.get(`${app}${basePath}/session`)
    expect(await response.json()).toMatchObject({ user: { email: 'ada@example.com' } })
    expect(response.headers()).not.toHaveProperty('set-cookie')
  })

  // proves §13 invalid, §13.1 a
  test('is deleted after it was modified, and the session ends', async ({ open }) => {
    const page = await open()
    await modifyCookie(page)
    const response = await page.request.get(`${app}${basePath}/session`)
    expect(await response.json()).toBeNull()
    expect(await sessionCookie(page)).toBeUndefined()
  })

  test('does not open the protected page after it was modified, and is deleted', async ({ open }) => {
    const page = await open()
    await modifyCookie(page)
    await page.goto('/account')
    await expectSignInPage(page)
    expect(await sessionCookie(page)).toBeUndefined()
  })

  test('shows the signed-out home page after it was modified', async ({ open }) => {
    const page = await open()
    await modifyCookie(page)
    await page.goto('/')
    await expectSignedOut(page)
    expect(await readSession(page)).toBeNull()
  })
})

async function sessionCookie(page: Page) {
  return (await page.context().cookies(app)).find(({ name }) => name === NAME)
}

/**
 * Signs in, and modifies one character in the middle of the cookie. It also says that the session
 * began an hour ago: the cookie of a new one stays for a minute, because a replica may lag behind.
 */
async function modifyCookie(page: Page): Promise<void> {
  await startSignedIn(page)
  const cookie = await sessionCookie(page)
  if (cookie === undefined) throw new Error(`There is no cookie "${NAME}".`)
  const { value } = cookie
  const middle = Math.floor(value.length / 2)
  const other = value[middle] === 'x' ? 'y' : 'x'
  const modified = value.slice(0, middle) + other + value.slice(middle + 1)
  const earlier = modified.replace(/\.\d+/, (seconds) => `.${Number(seconds.slice(1)) - 3600}`)
  await page.context().addCookies([{ ...cookie, value: earlier }])
}
