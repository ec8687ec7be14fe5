import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createIdp, type Idp } from './idp.ts'

/** How a server fails: it never responds, is too late, sends byte after byte, or hangs up. */
export type Fault = 'hang' | 'late' | 'drip' | 'reset' | 'status 503'

/** The time limit of the applications under test, in seconds. */
export const TIMEOUT = 1
const LATE_MS = 2000

export interface FaultyServer {
  readonly url: string
  /** Paths that were requested. */
  readonly requests: string[]
  /** The faults, by path. `*` is for all paths. */
  readonly faults: Record<string, Fault>
  /** Waits until each late response was sent. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Starts an HTTP server whose responses fail as `faults` says. */
export async function startFaultyServer(
  respond: (request: Request) => Promise<Response>,
): Promise<FaultyServer> {
  const late: Promise<unknown>[] = []
  const requests: string[] = []
  const faults: Record<string, Fault> = {}
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const target = new URL(incoming.url ?? '', url)
    requests.push(target.pathname)
    const fault = faults[target.pathname] ?? faults['*']
    if (fault === 'hang') return
    if (fault === 'reset') return void incoming.socket.destroy()
    if (fault === 'status 503') return void outgoing.writeHead(503).end('busy')
    const response = await respond(await toRequest(incoming, target))
    if (fault === 'late') await sleep(LATE_MS)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    const body = Buffer.from(await response.arrayBuffer())
    if (fault === 'drip') await drip(body, outgoing)
    else outgoing.end(body)
  }
  const server: Server = createServer((incoming, outgoing) => {
    late.push(handle(incoming, outgoing).catch(() => {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    faults,
    settled: async () => void (await Promise.all(late)),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function toRequest(incoming: IncomingMessage, url: URL): Promise<Request> {
  const { method = 'GET', headers } = incoming
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
  return new Request(url, { method, headers: headers as Record<string, string>, ...body })
}

async function drip(body: Buffer, outgoing: ServerResponse): Promise<void> {
  for (let index = 0; index < body.length && !outgoing.destroyed; index++) {
    outgoing.write(body.subarray(index, index + 1))
    await sleep(20)
  }
  outgoing.end()
}

/** An OpenID provider on a real server, which fails as `faults` says. */
export async function startFaultyIdp(): Promise<FaultyServer & { readonly idp: Idp }> {
  let idp: Idp | undefined
  const server = await startFaultyServer(async (request) => (idp as Idp).fetch(request))
  idp = createIdp(server.url)
  return Object.assign(server, { idp })
}
