import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** Half as much again as it is. */
const MOST_BYTES = {
  function: 12_000,
  'function, remembered': 7_500,
  HTTP: 32_000,
  'HTTP, remembered': 30_000,
} as const

/**
 * Reads sessions so often that it is at its fastest, then counts what the heap grew by while nothing was collected: as a function and over HTTP, of one
 * session that is remembered and of so many that none is.
 */
const ALLOCATION = `
import { createAuth } from 'latchkey'
import { encode } from 'latchkey/jwt'
const secret = 'x'.repeat(32)
const name = '__Secure-latchkey.session-token'
const auth = createAuth({ secret, trustHost: true, providers: [] })
const cookies = []
for (let index = 0; index < 6000; index++) {
  cookies.push(name + '=' + await encode({ token: { sub: 'ann', name: 'Ann', email: 'ann@example.com' }, secret, salt: name }))
}
const headers = cookies.map((cookie) => new Headers({ host: 'app.test', cookie }))
const call = async (index) => (await auth.session({ headers: headers[index] })).session
const ask = async (index) => (await auth.handle(new Request('https://app.test/auth/session', { headers: { cookie: cookies[index] } }))).json()
const bytesOf = async (read, many) => {
  let turn = 0
  const next = () => read(many ? turn++ % cookies.length : 0)
  if ((await next())?.user?.name !== 'Ann') throw new Error('Nobody is signed in.')
  for (let index = 0; index < 6000; index++) await next()
  gc()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 400; index++) await next()
  return (process.memoryUsage().heapUsed - before) / 400
}
console.log(JSON.stringify({
  function: await bytesOf(call, true),
  'function, remembered': await bytesOf(call, false),
  'HTTP': await bytesOf(ask, true),
  'HTTP, remembered': await bytesOf(ask, false),
}))
process.exit()
`

it('a session check takes little memory', async () => {
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
  // What a peer takes is above 100,000. Reading the answer's JSON, which is counted over HTTP, takes some of it.
  for (const [what, most] of Object.entries(MOST_BYTES)) expect(bytes[what], what).toBeLessThan(most)
})

/** Counts the promises and the jobs for other threads of one session check by each way. The response has promises of its own. */
const JOBS = `
import { createHook } from 'node:async_hooks'
import { createAuth } from 'latchkey'
import { encode } from 'latchkey/jwt'
const secret = 'x'.repeat(32)
const name = '__Secure-latchkey.session-token'
const auth = createAuth({ secret, trustHost: true, providers: [] })
const headersOf = async (sub) => {
  const cookie = name + '=' + await encode({ token: { sub, name: 'Ann', email: 'ann@example.com' }, secret, salt: name })
  return new Headers({ host: 'app.test', cookie })
}
async function jobsOf(run) {
  const jobs = []
  const hook = createHook({ init: (id, type) => jobs.push(type) }).enable()
  const answer = await run()
  hook.disable()
  return { jobs, told: JSON.stringify(answer instanceof Response ? await answer.json() : answer) }
}
const request = async (sub) => new Request('https://app.test/auth/session', { headers: await headersOf(sub) })
const first = [await headersOf('ann'), await request('ann')]
await auth.session({ headers: first[0] })
await auth.handle(first[1])
const [headers, asked] = [await headersOf('bob'), await request('cid')]
console.log(JSON.stringify({
  nothing: await jobsOf(() => undefined),
  response: await jobsOf(() => new Response('null', { headers: { 'content-type': 'application/json' } })),
  session: await jobsOf(() => auth.session({ headers })),
  handle: await jobsOf(() => auth.handle(asked)),
}))
process.exit()
`

it('a session check wakes no thread, and makes few promises', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', JOBS], {
    cwd: import.meta.dirname,
  })
  const { nothing, response, session, handle } = JSON.parse(stdout) as Record<
    'nothing' | 'response' | 'session' | 'handle',
    Counted
  >
  expect([session.told, handle.told]).toEqual([
    expect.stringContaining('"Ann"'),
    expect.stringContaining('"Ann"'),
  ])
  const ownOf = ({ jobs }: Counted, others?: Counted) => ({
    promises: promisesIn(jobs) - promisesIn(others?.jobs ?? []),
    threads: jobs.filter((job) => /REQUEST$|JOB$/.test(job)),
  })
  expect(ownOf(session, nothing).promises).toBeLessThanOrEqual(6)
  expect(ownOf(handle, response).promises).toBeLessThanOrEqual(6)
  expect([ownOf(session).threads, ownOf(handle).threads]).toEqual([[], []])
})

interface Counted {
  readonly jobs: readonly string[]
  /** The answer, as JSON. */
  readonly told?: string
}

function promisesIn(jobs: readonly string[]): number {
  return jobs.filter((job) => job === 'PROMISE').length
}

/** Twelve thousand sessions are read, each three times, with cookies of others that are thirty times as long. */
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
  const cookie = name + '=' + await encode({ token, secret, salt: name }) + '; other=' + String(index).padEnd(20_000, 'x')
  const headers = { get: (header) => ({ cookie, host: 'app.test' })[header] ?? null }
  for (let time = 0; time < 3; time++) if ((await auth.session({ headers })).session === null) throw new Error('Nobody is signed in.')
}
gc()
console.log(process.memoryUsage().heapUsed - before)
process.exit()
`

it('what is remembered of sessions is bounded, and holds nothing of other cookies', async () => {
  const { stdout } = await run(process.execPath, ['--expose-gc', '--input-type=module', '--eval', MEMORY], {
    cwd: import.meta.dirname,
  })
  expect(Number(stdout)).toBeLessThan(5_500_000)
})

/** An application with three providers, and something of its own in the session that is read. */
const APPLICATION = `
import { createAuth } from 'latchkey'
import Discord from 'latchkey/providers/discord'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'

const auth = createAuth({
  providers: [GitHub, Google, Discord],
  callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role) }) },
})
export const role = async (headers: Headers): Promise<string | undefined> => (await auth.session({ headers })).session?.role
`
const OPTIONS = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
}

it('the compiler has little to do, and finds nothing wrong with the declarations', async () => {
  const folder = await mkdtemp(join(import.meta.dirname, '.cost-'))
  try {
    await writeFile(join(folder, 'application.ts'), APPLICATION)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: OPTIONS, files: ['application.ts'] }),
    )
    const { stdout } = await run('tsc', ['-p', folder, '--skipLibCheck', '--extendedDiagnostics'])
    expect(Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1])).toBeLessThanOrEqual(600)
    // Rejects where it finds something wrong.
    await run('tsc', ['-p', folder, '--skipLibCheck', 'false'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
