import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

const THREADS = 4
const ROUNDS = 20

/**
 * What every thread does, in rounds that begin when all of them are ready: first they open files that are not there yet, then they share one.
 * Each has a connection of its own, as processes have.
 */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData.module).then(({ default: sqlite }) => {
    const gate = new Int32Array(workerData.gate)
    const meet = (place) => {
      if (Atomics.add(gate, place, 1) === ${THREADS} - 1) return void Atomics.notify(gate, place)
      for (let count; (count = Atomics.load(gate, place)) < ${THREADS}; ) Atomics.wait(gate, place, count, 100)
    }
    for (let round = 0; round < ${ROUNDS}; round++) {
      meet(round)
      sqlite(workerData.path + round).close()
    }
    const adapter = sqlite(workerData.path)
    const seen = { newUsers: 0, users: new Set(), links: 0 }
    for (let round = ${ROUNDS}; round < 2 * ${ROUNDS}; round++) {
      const token = { identifier: 'ann@example.com', token: String(round) }
      if (workerData.index === 0) adapter.createVerificationToken({ ...token, expires: new Date(0) })
      meet(round)
      if (adapter.useVerificationToken(token)) seen.links++
      const user = { id: crypto.randomUUID(), email: round + '@example.com', emailVerified: null }
      const first = adapter.createUserWithAccount(user, { provider: 'example', providerAccountId: String(round), type: 'oauth' })
      if (first.isNewUser) seen.newUsers++
      seen.users.add(first.user.id)
    }
    adapter.close()
    parentPort.postMessage(seen)
  })
`

interface Seen {
  newUsers: number
  users: Set<string>
  links: number
}

it('processes that start at once share a new file: one schema, each link once, one user for each account', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-race-'))
  const workers = startThreads({
    module: new URL('./sqlite.ts', import.meta.url).href,
    path: join(folder, 'auth.db'),
  })
  try {
    const seen = await Promise.all(workers.map(answerOf))
    const total = (count: (each: Seen) => number): number => seen.reduce((sum, each) => sum + count(each), 0)
    expect(total(({ links }) => links)).toBe(ROUNDS)
    expect(total(({ newUsers }) => newUsers)).toBe(ROUNDS)
    expect(new Set(seen.flatMap(({ users }) => [...users])).size).toBe(ROUNDS)
  } finally {
    // A thread that failed leaves the others waiting at the gate.
    await Promise.all(workers.map((worker) => worker.terminate()))
    rmSync(folder, { recursive: true })
  }
}, 20_000)

function startThreads(data: { module: string; path: string }): Worker[] {
  const gate = new SharedArrayBuffer(4 * 2 * ROUNDS)
  return Array.from(
    { length: THREADS },
    (_, index) => new Worker(THREAD, { eval: true, workerData: { ...data, gate, index } }),
  )
}

function answerOf(worker: Worker): Promise<Seen> {
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}
