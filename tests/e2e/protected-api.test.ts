import { describe, expect } from 'vitest'
import { app, test } from './browser.ts'
import { startSignedIn } from './steps.ts'

describe('The protected API', () => {
  // proves A-5
  test('returns the signed-in user', async ({ open }) => {
    const page = await open()
    await startSignedIn(page)
    const response = await page.request.get(`${app}/api/me`)
    expect(response.status()).toBe(200)
    expect(await response.json()).toEqual({ name: 'Ada Lovelace', email: 'ada@example.com' })
  })

  // proves A-5, ST-10
  test('returns 401 for signed-out users', async ({ open }) => {
    const page = await open()
    const response = await page.request.get(`${app}/api/me`)
    expect(response.status()).toBe(401)
    expect(await response.json()).toEqual({ error: 'Please sign in.' })
  })
})
