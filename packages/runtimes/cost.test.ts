import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** Reads a session so often that it is at its fastest, then counts what the heap grew by while nothing was collected. */
const ALLOCATION = `
import { createAuth } from 'latchkey'
import { encode } from 'latchkey/jwt'
const secret = 'x'.repeat(32)
const name = '__Secure-latchkey.session-token'
const cookie = name + '=' + await encode({ token: { sub: 'ann', name: 'Ann', email: 'ann@example.com' }, secret, salt: name })
const auth = createAuth({ secret, trustHost: true, providers: [] })
const headers = new Headers({ host: 'app.test', cookie })
const read = async () => (await auth.session({ headers })).session
if ((await read())?.user?.name !== 'Ann') throw new Error('Nobody is signed in.')
for (let index = 0; index < 3000; index++) await read()
gc()
const before = process.memoryUsage().heapUsed
for (let index = 0; index < 400; index++) await read()
console.log((process.memoryUsage().heapUsed - before) / 400)
process.exit()
`

it('a session check takes little memory', async () => {
  const flags = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--input-type=module', '--eval', ALLOCATION]
  const { stdout } = await run(process.execPath, flags, { cwd: import.meta.dirname })
  // About 4 KB. What a peer takes is above 100.
  expect(Number(stdout)).toBeLessThan(7_000)
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
  const answer = run()
  await answer
  hook.disable()
  return jobs
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
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', JOBS], { cwd: import.meta.dirname })
  const { nothing, response, session, handle } = JSON.parse(stdout) as Record<string, string[]>
  const ownOf = (jobs: readonly string[] = [], others: readonly string[] = []) => ({
    promises: jobs.filter((job) => job === 'PROMISE').length - others.filter((job) => job === 'PROMISE').length,
    threads: jobs.filter((job) => /REQUEST$|JOB$/.test(job)),
  })
  expect(ownOf(session, nothing).promises).toBeLessThanOrEqual(6)
  expect(ownOf(handle, response).promises).toBeLessThanOrEqual(6)
  expect([ownOf(session).threads, ownOf(handle).threads]).toEqual([[], []])
})

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
  const { stdout } = await run(process.execPath, ['--expose-gc', '--input-type=module', '--eval', MEMORY], { cwd: import.meta.dirname })
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
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['application.ts'] }))
    const { stdout } = await run('tsc', ['-p', folder, '--skipLibCheck', '--extendedDiagnostics'])
    expect(Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1])).toBeLessThanOrEqual(4_000)
    // Rejects where it finds something wrong.
    await run('tsc', ['-p', folder, '--skipLibCheck', 'false'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
