import { fileURLToPath } from 'node:url'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { Miniflare } from 'miniflare'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

let runtime: Miniflare
beforeAll(async () => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      conditions: ['@latchkey/source', 'workerd', 'worker', 'browser'],
      // The sources choose the implementation of Node.js.
      alias: {
        '#crypto': fileURLToPath(
          new URL('../../../packages/latchkey/src/crypto/crypto.web.ts', import.meta.url),
        ),
      },
    },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: fileURLToPath(new URL('worker.ts', import.meta.url)), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const { output: files } = (Array.isArray(output) ? output[0] : output) as Rolldown.RolldownOutput
  runtime = new Miniflare({
    modules: true,
    script: files[0].code,
    host: '127.0.0.1',
    compatibilityDate: '2026-07-01',
    d1Databases: ['DB'],
  })
})
afterAll(() => runtime?.dispose())

// proves DB-19
it('signs in by an e-mail link in a Worker with D1, once, and ends the session in the database', async () => {
  const origin = (await runtime.ready).origin
  const browser = new Browser()
  await browser.get(`${origin}/migrate`)
  await browser.post(`${origin}/auth/signin/email`, { email: 'bob@example.com', callbackUrl: '/after' })
  const sent = async (): Promise<string[]> => (await browser.get(`${origin}/sent`)).json()
  const [link = ''] = await vi.waitUntil(async () => (await sent()).length > 0 && sent(), 5000)
  expect((await browser.get(link)).headers.get('location')).toBe(`${origin}/after`)
  const session = async (): Promise<unknown> => (await browser.get(`${origin}/auth/session`)).json()
  expect(await session()).toMatchObject({ user: { email: 'bob@example.com' } })
  const again = await new Browser().get(link)
  expect(again.headers.get('location') ?? '').not.toBe(`${origin}/after`)
  const database = await runtime.getD1Database('DB')
  const rows = async (table: string): Promise<unknown[]> =>
    (await database.prepare(`SELECT * FROM ${table}`).all()).results
  expect([(await rows('users')).length, (await rows('sessions')).length]).toEqual([1, 1])
  expect(await rows('latchkey_meta')).toEqual([{ id: 1, version: 5 }])
  expect((await rows('latchkey_store')).length).toBeGreaterThan(0)
  await browser.post(`${origin}/auth/signout`)
  expect([await session(), (await rows('sessions')).length]).toEqual([null, 0])
})
