import { randomBytes } from 'node:crypto'
import { startExample, stopAll } from '@latchkey/test-support/applications/servers.mjs'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPackedSolidStart, type PackedApplication } from './packed-application.ts'

let built: PackedApplication | undefined
let origin: string

beforeAll(async () => {
  built = await buildPackedSolidStart()
  const port = await freePort()
  const secret = (): string => randomBytes(32).toString('base64url')
  const client = { AUTH_MY_IDP_ID: 'packed', AUTH_MY_IDP_SECRET: secret(), CUSTOM_CLIENT: 'packed' }
  const env = { AUTH_URL: `http://localhost:${port}`, AUTH_SECRET: secret(), ...client }
  const { folder } = built
  origin = (await startExample('solid-start', { folder, port, env })).url
})

afterAll(async () => {
  await stopAll()
  await built?.remove()
})

describe('The packed library in SolidStart', () => {
  test('signs in and out, with the session in pages, middleware and actions', async () => {
    const browser = new Browser()
    const guarded = (): Promise<Response> => browser.get(`${origin}/guarded/page`)
    expect((await guarded()).headers.get('location')).toContain('/api/auth/signin?callbackUrl=')
    await browser.post(`${origin}/api/auth/callback/credentials`, {
      email: 'ann@example.com',
      password: 'right',
    })
    const page = await guarded()
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('"email":"ann@example.com"'),
    ])
    expect(await (await browser.get(`${origin}/client`)).text()).toContain('authenticated Ann')
    const forms = await (await browser.get(`${origin}/forms`)).text()
    const [, action = ''] = /action="([^"]+)"[^>]*><button type="submit">Sign out</.exec(forms) ?? []
    await browser.post(`${origin}${action}`)
    expect((await guarded()).status).toBe(302)
  })
})
