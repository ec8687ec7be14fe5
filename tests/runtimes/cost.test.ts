import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** About 1.5 times the current values. */
const MAX_BYTES = {
  function: 12_000,
  'function, cached': 7_500,
  HTTP: 32_000,
  'HTTP, cached': 30_000,
} as const

/**
 * Reads sessions until the code is optimized, then counts the growth of the heap without garbage
 * collection: as a function and over HTTP, with one cached session and with too many sessions to
 * cache.
 */
const ALLOCATION = `
import { createAuth } from 'latchkey'
import { encode } from 'latchkey/jwt'
const secret = 'x'.repeat(32)
const name = '__Secure-latchkey.session-token'
const auth = createAuth({ secret, trustHost: true, providers: [] })
const cookies = []
for (let index = 0; index < 6000; index++) {
  const token = { sub: 'ann', name: 'Ann', email: 'ann@example.com' }
  cookies.push(name + '=' + await encode({ token, secret, salt: name }))
}
const headers = cookies.map((cookie) => new Headers({ host: 'app.test', cookie }))
const call = async (index) => (await auth.session({ headers: headers[index] })).session
const url = 'https://app.test/auth/session'
const request = (index) => new Request(url, { headers: { cookie: cookies[index] } })
const overHttp = async (index) => (await auth.handle(request(index))).json()
const bytesOf = async (read, many) => {
  let turn = 0
  const next = () => read(many ? turn++ % cookies.length : 0)
  if ((await next())?.user?.name !== 'Ann') throw new Error('No session.')
  for (let index = 0; index < 6000; index++) await next()
  gc()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 400; index++) await next()
  return (process.memoryUsage().heapUsed - before) / 400
}
console.log(JSON.stringify({
  function: await bytesOf(call, true),
  'function, cached': await bytesOf(call, false),
  'HTTP': await bytesOf(overHttp, true),
  'HTTP, cached': await bytesOf(overHttp, false),
}))
process.exit()
`

it('a session check allocates little memory', async () => {
  const flags = [
    '--expose-gc',
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
    '--input-type=module',
    '--eval',
    ALLOCATION,
  ]
  const { stdout } = await run(process.execPath, flags, { cwd: import.meta.dirname })
  const bytes = JSON.parse(stdout) as Record<string, number>
  // Other libraries allocate more than 100,000 bytes. Over HTTP, the figure includes reading the
  // JSON of the response.
  for (const [what, max] of Object.entries(MAX_BYTES)) expect(bytes[what], what).toBeLessThan(max)
})

/**
 * Counts the promises and thread pool jobs of a session check, as a function and over HTTP.
 * Creating a response also creates promises.
 */
const JOBS = `
import { createHook } from 'node:async_hooks'
import { createAuth } from 'latchkey'
import { encode } from 'latchkey/jwt'
const secret = 'x'.repeat(32)
const name = '__Secure-latchkey.session-token'
const auth = createAuth({ secret, trustHost: true, providers: [] })
const headersOf = async (sub) => {
  const token = { sub, name: 'Ann', email: 'ann@example.com' }
  const cookie = name + '=' + await encode({ token, secret, salt: name })
  return new Headers({ host: 'app.test', cookie })
}
async function jobsOf(run) {
  const jobs = []
  const hook = createHook({ init: (id, type) => jobs.push(type) }).enable()
  const result = await run()
  hook.disable()
  return { jobs, session: JSON.stringify(result instanceof Response ? await result.json() : result) }
}
const request = async (sub) => new Request('https://app.test/auth/session', { headers: await headersOf(sub) })
const first = [await headersOf('ann'), await request('ann')]
await auth.session({ headers: first[0] })
await auth.handle(first[1])
const [headers, handleRequest] = [await headersOf('bob'), await request('cid')]
console.log(JSON.stringify({
  nothing: await jobsOf(() => undefined),
  response: await jobsOf(() => new Response('null', { headers: { 'content-type': 'application/json' } })),
  session: await jobsOf(() => auth.session({ headers })),
  handle: await jobsOf(() => auth.handle(handleRequest)),
}))
process.exit()
`

it('a session check uses no threads and few promises', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', JOBS], {
    cwd: import.meta.dirname,
  })
  const { nothing, response, session, handle } = JSON.parse(stdout) as Record<
    'nothing' | 'response' | 'session' | 'handle',
    JobCount
  >
  expect([session.session, handle.session]).toEqual([
    expect.stringContaining('"Ann"'),
    expect.stringContaining('"Ann"'),
  ])
  const listOwn = ({ jobs }: JobCount, others?: JobCount) => ({
    promises: promisesIn(jobs) - promisesIn(others?.jobs ?? []),
    threads: jobs.filter((job) => /REQUEST$|JOB$/.test(job)),
  })
  expect(listOwn(session, nothing).promises).toBeLessThanOrEqual(6)
  expect(listOwn(handle, response).promises).toBeLessThanOrEqual(6)
  expect([listOwn(session).threads, listOwn(handle).threads]).toEqual([[], []])
})

interface JobCount {
  readonly jobs: readonly string[]
  /** The session, as JSON. */
  readonly session?: string
}

function promisesIn(jobs: readonly string[]): number {
  return jobs.filter((job) => job === 'PROMISE').length
}

/** Reads 12,000 sessions three times each, with other cookies that are thirty times as long. */
const MEMORY = `
import { createAuth } from 'latchkey'
import { encode } from 'latchkey/jwt'
const secret = 'x'.repeat(32)
const name = '__Secure-latchkey.session-token'
const auth = createAuth({ secret, trustHost: true, providers: [] })
gc()
const before = process.memoryUsage().heapUsed
for (let index = 0; index < 12_000; index++) {
  const token = { sub: String(index), name: 'Ann', email: 'ann@example.com' }
  const other = '; other=' + String(index).padEnd(20_000, 'x')
  const cookie = name + '=' + await encode({ token, secret, salt: name }) + other
  const headers = { get: (header) => ({ cookie, host: 'app.test' })[header] ?? null }
  for (let time = 0; time < 3; time++) {
    if ((await auth.session({ headers })).session === null) throw new Error('No session.')
  }
}
gc()
console.log(process.memoryUsage().heapUsed - before)
process.exit()
`

it('the session cache is limited and does not contain other cookies', async () => {
  const { stdout } = await run(process.execPath, ['--expose-gc', '--input-type=module', '--eval', MEMORY], {
    cwd: import.meta.dirname,
  })
  expect(Number(stdout)).toBeLessThan(5_500_000)
})

/** An application with three providers and an additional field in the session. */
const APPLICATION = `
import { createAuth } from 'latchkey'
import Discord from 'latchkey/providers/discord'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'

const auth = createAuth({
  providers: [GitHub, Google, Discord],
  callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role) }) },
})
export const role = async (headers: Headers): Promise<string | undefined> =>
  (await auth.session({ headers })).session?.role
`
const OPTIONS = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
}

it('the declarations compile quickly and without errors', async () => {
  const folder = await mkdtemp(join(import.meta.dirname, '.cost-'))
  try {
    await writeFile(join(folder, 'application.ts'), APPLICATION)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: OPTIONS, files: ['application.ts'] }),
    )
    const { stdout } = await run('tsc', ['-p', folder, '--skipLibCheck', '--extendedDiagnostics'])
    expect(Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1])).toBeLessThanOrEqual(650)
    // Rejects when the compiler reports an error.
    await run('tsc', ['-p', folder, '--skipLibCheck', 'false'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
