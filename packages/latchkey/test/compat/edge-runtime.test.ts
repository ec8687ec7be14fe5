import { fileURLToPath } from 'node:url'
import { EdgeVM } from '@edge-runtime/vm'
import { build } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'

/** The strictest of the run times: no `process`, no `Buffer`, no `node:` module. */
let vm: EdgeVM

const pathTo = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

beforeAll(async () => {
  const output = await build({
    logLevel: 'error',
    configFile: false,
    root: pathTo('.'),
    resolve: { alias: { '#jwe': pathTo('../../src/security/jwe.web.ts') } },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: pathTo('edge-entry.ts'), formats: ['iife'], name: 'bundle' },
      rollupOptions: { output: { codeSplitting: false } },
    },
  })
  const [bundle] = (Array.isArray(output) ? output : [output]) as { output: { code: string }[] }[]
  vm = new EdgeVM()
  vm.evaluate(bundle?.output[0]?.code ?? '')
}, 60_000)

/** What the application of the test answers, with a cookie kept from one request to the next. */
const SCRIPT = `(async () => {
  const user = { id: '1', name: 'Ann', email: 'ann@example.com' }
  const authorize = ({ password }) => (password === 'right' ? user : null)
  const provider = { id: 'credentials', name: 'Password', type: 'credentials', credentials: { password: {} }, authorize }
  const config = { secret: 'a secret that is long enough for this test', trustHost: true, providers: [provider] }
  const url = (path) => 'https://app.test/auth/' + path
  const form = { origin: 'https://app.test', 'content-type': 'application/x-www-form-urlencoded' }
  const signedIn = await latchkeyAuth(new Request(url('callback/credentials'), { method: 'POST', headers: form, body: 'password=right' }), config)
  const cookie = signedIn.headers.get('set-cookie').split(';')[0]
  const session = await latchkeyAuth(new Request(url('session'), { headers: { cookie } }), config)
  const page = await latchkeyAuth(new Request(url('signin')), config)
  const signedOut = await latchkeyAuth(new Request(url('signout'), { method: 'POST', headers: { ...form, cookie } }), config)
  return JSON.stringify({
    globals: [typeof process, typeof Buffer],
    session: await session.json(),
    page: [page.status, (await page.text()).includes('<h1>Sign in</h1>')],
    signedOut: signedOut.headers.get('set-cookie'),
  })
})()`

describe('the core where there is nothing but the Web', () => {
  it('signs in, reads the session, shows its page and signs out', async () => {
    const seen: unknown = JSON.parse(await vm.evaluate(SCRIPT))
    expect(seen).toEqual({
      globals: ['undefined', 'undefined'],
      session: { user: { name: 'Ann', email: 'ann@example.com' }, expires: expect.any(String) },
      page: [200, true],
      signedOut: expect.stringMatching(/^__Secure-latchkey\.session-token=; Max-Age=0/),
    })
  })
})
