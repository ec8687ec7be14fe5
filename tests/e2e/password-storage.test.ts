import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  applicationEnvironment,
  freePort,
  startExample,
} from '@latchkey/test-support/applications/servers.mjs'
import { Auth } from 'latchkey'
import sqlite from 'latchkey/adapters/sqlite'
import { hashPassword } from 'latchkey/password'
import { describe, expect } from 'vitest'
import { app, basePath, database, example, issuer, test } from './browser.ts'
import { ada, startSignedIn } from './steps.ts'

describe('The hash of a password', () => {
  test('is in no session, even if the `session` callback returns the whole user', async ({ open }) => {
    const page = await open()
    await startSignedIn(page)
    const cookies = await page.context().cookies(app)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    using adapter = sqlite(database)
    const response = await Auth(new Request(`${app}${basePath}/session`, { headers: { cookie } }), {
      adapter,
      basePath,
      secret: 'a secret that is long enough for this test',
      trustHost: true,
      providers: [],
      callbacks: { session: ({ session, user }) => ({ ...session, user }) },
    })
    expect(Object.keys((await response.json()).user).sort()).toEqual([
      'email',
      'emailVerified',
      'id',
      'image',
      'name',
    ])
  })

  test('moves out of the user when the example opens an older database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-older-'))
    const file = join(folder, 'app.db')
    const email = 'grace@example.com'
    using adapter = sqlite(file)
    const passwordHash = await hashPassword(ada.password)
    const user = { id: crypto.randomUUID(), email, emailVerified: new Date(), passwordHash }
    await adapter.createUser(user)
    const port = await freePort()
    const client = { id: 'example', secret: 'not used here' }
    const env = applicationEnvironment({ port, client, playground: { issuer, smtp: 'smtp://localhost:1' } })
    const server = await startExample(example, { port, env: { ...env, DATABASE_PATH: file } })
    try {
      const response = await fetch(`${server.url}${basePath}/callback/credentials`, {
        method: 'POST',
        headers: { origin: server.url, 'x-auth-return-redirect': '1' },
        body: new URLSearchParams({ email, password: ada.password }),
      })
      expect(await response.json()).toEqual({ url: expect.not.stringContaining('error') })
      expect(await adapter.getUserByEmail(email)).not.toHaveProperty('passwordHash')
    } finally {
      await server.stop()
      await rm(folder, { recursive: true })
    }
  })
})
