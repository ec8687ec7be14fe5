import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const HOST = '127.0.0.1'

/** A connection through the proxy, and what the proxy does with it. */
interface Pair {
  readonly client: Socket
  readonly upstream: Socket
}

/** Starts a proxy in front of a port of this machine. */
export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  const proxy = new FaultyProxy(targetPort)
  await proxy.pass()
  return proxy
}

/** A proxy for TCP connections that fails on request. */
export class FaultyProxy {
  readonly #server = createServer((client) => this.#accept(client))
  readonly #pairs = new Set<Pair>()
  #port = 0
  #target: number
  #isSilent = false
  #milliseconds = 0

  constructor(targetPort: number) {
    this.#target = targetPort
  }

  get port(): number {
    return this.#port
  }

  /** Forwards everything, also what was held back. This is how the proxy starts. */
  async pass(): Promise<void> {
    this.#isSilent = false
    this.#milliseconds = 0
    for (const pair of this.#pairs) {
      if (pair.client.destroyed || pair.upstream.destroyed) this.#reset(pair)
      pair.client.resume()
      pair.upstream.resume()
    }
    if (this.#server.listening) return
    await new Promise<void>((resolve, reject) =>
      this.#server.once('error', reject).listen(this.#port, HOST, resolve),
    )
    this.#port = (this.#server.address() as { port: number }).port
  }

  /** Keeps connections open, and accepts new ones, but forwards nothing. */
  swallow(): void {
    this.#isSilent = true
    for (const { client, upstream } of this.#pairs) {
      client.pause()
      upstream.pause()
    }
  }

  /** Forwards everything that the server sends, later. */
  delay(milliseconds: number): void {
    this.#milliseconds = milliseconds
  }

  /** Resets all connections, and refuses new ones. */
  async refuse(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.cut()
    await closed
  }

  /** Resets all connections, and accepts new ones. */
  cut(): void {
    for (const pair of this.#pairs) this.#reset(pair)
  }

  /** Forwards new connections to another port, and resets all others. */
  forwardTo(port: number): void {
    this.#target = port
    this.cut()
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.refuse()
  }

  #accept(client: Socket): void {
    const upstream = connect(this.#target, HOST)
    const pair = { client, upstream }
    this.#pairs.add(pair)
    forward(client, upstream, () => 0)
    forward(upstream, client, () => this.#milliseconds)
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      if (this.#isSilent) socket.pause()
      socket.on('error', () => {})
      socket.once('close', () => {
        // A silent network does not report that the other side is gone.
        if (!this.#isSilent) this.#reset(pair)
      })
    }
  }

  #reset(pair: Pair): void {
    this.#pairs.delete(pair)
    pair.client.resetAndDestroy()
    pair.upstream.destroy()
  }
}

/** Forwards what one side sends, in its order. */
function forward(from: Socket, to: Socket, milliseconds: () => number): void {
  let previous: Promise<unknown> = Promise.resolve()
  const later = (work: () => void): void => {
    const time = milliseconds()
    const wait = time > 0 ? delay(time) : undefined
    previous = previous.then(() => wait).then(work)
  }
  from.on('data', (chunk) => later(() => void (to.writable && to.write(chunk))))
  from.on('end', () => later(() => to.end()))
}
