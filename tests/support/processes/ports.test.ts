import { once } from 'node:events'
import { createServer } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it, vi } from 'vitest'
import { freePort, freePorts, isPortFree } from './ports.mjs'

/** The next choice, counted from the first port. */
let next = 0
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomInt: (count: number) => next++ % count,
}))

const MODULE = new URL('./ports.mjs', import.meta.url).href
let worker: Worker | undefined
const server = createServer()

afterEach(async () => {
  await worker?.terminate()
  await new Promise((resolve) => server.close(resolve))
})

it('finds different free ports', async () => {
  const ports = await freePorts(5)
  expect(new Set(ports).size).toBe(5)
  expect(await Promise.all(ports.map(isPortFree))).not.toContain(false)
})

/** Starts a thread that reserves a port. */
async function startThread(): Promise<{ port: number; end: () => Promise<unknown> }> {
  const thread = new Worker(
    `import('${MODULE}').then(({ freePort }) => freePort()).then((port) =>
    require('node:worker_threads').parentPort.postMessage(port))
    setInterval(() => undefined, 1000)`,
    { eval: true },
  )
  worker = thread
  const [port] = await once(thread, 'message')
  return { port, end: () => thread.terminate() }
}

/** Returns the first free port from this one on. */
function freePortFrom(port: number): Promise<number> {
  next = port - 20_000
  return freePort()
}

it('finds a port again only after its thread has ended', async () => {
  const { port, end } = await startThread()
  expect(await freePortFrom(port)).not.toBe(port)
  await end()
  expect(await freePortFrom(port)).toBe(port)
})

it('passes over a port that another program uses', async () => {
  const { port, end } = await startThread()
  await end()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  expect(await freePortFrom(port)).not.toBe(port)
})
