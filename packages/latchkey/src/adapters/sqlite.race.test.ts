import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

const THREADS = 4
const ROUNDS = 20

/**
 * Each thread's code. A round starts when all threads are ready. First the threads create files
 * together, then they share one file. Each thread has its own connection, like separate processes.
 */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData.module).then(({ default: sqlite }) => {
    const barrier = new Int32Array(workerData.barrier)
    const waitForAll = (index) => {
      if (Atomics.add(barrier, index, 1) === ${THREADS} - 1) return void Atomics.notify(barrier, index)
      for (let count; (count = Atomics.load(barrier, index)) < ${THREADS}; )
        Atomics.wait(barrier, index, count, 100)
    }
    for (let round = 0; round < ${ROUNDS}; round++) {
      waitForAll(round)
      sqlite(workerData.path + round).close()
    }
    const adapter = sqlite(workerData.path)
    const counts = { newUsers: 0, users: new Set(), tokens: 0 }
    for (let round = ${ROUNDS}; round < 2 * ${ROUNDS}; round++) {
      const token = { identifier: 'ann@example.com', token: String(round) }
      if (workerData.index === 0) adapter.createVerificationToken({ ...token, expires: new Date(0) })
      waitForAll(round)
      if (adapter.useVerificationToken(token)) counts.tokens++
      const user = { id: crypto.randomUUID(), email: round + '@example.com', emailVerified: null }
      const account = { provider: 'example', providerAccountId: String(round), type: 'oauth' }
      const first = adapter.createUserWithAccount(user, account)
      if (first.isNewUser) counts.newUsers++
      counts.users.add(first.user.id)
    }
    adapter.close()
    parentPort.postMessage(counts)
  })
`

interface Counts {
  newUsers: number
  users: Set<string>
  tokens: number
}

// It also checks that the schema is created once: the threads start with files that do not exist.
it('processes that share a new SQLite file use each token and create each user only once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-race-'))
  const workers = startThreads({
    module: new URL('./sqlite.ts', import.meta.url).href,
    path: join(folder, 'auth.db'),
  })
  try {
    const results = await Promise.all(workers.map(readResult))
    const total = (count: (each: Counts) => number): number =>
      results.reduce((sum, each) => sum + count(each), 0)
    expect(total(({ tokens }) => tokens)).toBe(ROUNDS)
    expect(total(({ newUsers }) => newUsers)).toBe(ROUNDS)
    expect(new Set(results.flatMap(({ users }) => [...users])).size).toBe(ROUNDS)
  } finally {
    // If a thread fails, the others wait for it at the barrier.
    await Promise.all(workers.map((worker) => worker.terminate()))
    rmSync(folder, { recursive: true })
  }
}, 20_000)

function startThreads(data: { module: string; path: string }): Worker[] {
  const barrier = new SharedArrayBuffer(4 * 2 * ROUNDS)
  return Array.from(
    { length: THREADS },
    (_, index) => new Worker(THREAD, { eval: true, workerData: { ...data, barrier, index } }),
  )
}

function readResult(worker: Worker): Promise<Counts> {
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}
