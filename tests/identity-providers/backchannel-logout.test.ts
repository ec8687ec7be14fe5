import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Application, startApplication } from './application.ts'
import { PROVIDERS } from './providers.ts'

const SENDERS = PROVIDERS.filter(({ backchannelLogout }) => backchannelLogout !== undefined)

describe.each(SENDERS)('a logout token of $name', ({ start, backchannelLogout }) => {
  let application: Application
  beforeAll(async () => {
    application = await startApplication(start, { backchannelLogout })
  })
  afterAll(() => application?.stop())

  // proves OUT-8
  it('ends the session of the browser that signed out there, and no other one', async () => {
    const other = await application.signedIn()
    const one = await application.signedIn()
    await application.signOutElsewhere(one)
    await expect.poll(() => application.userIn(one), { timeout: 2000 }).toBeNull()
    expect(await application.userIn(other)).toBe(application.provider.email)
    expect(application.errors).toEqual([])
  })
})
