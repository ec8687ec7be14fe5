import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Auth, type AuthConfig } from 'latchkey'

/** One real server for several applications, each below the path of its name. */
export interface Site {
  /** `http://localhost:<port>`: the only host without TLS for which browsers support passkeys. */
  readonly origin: string
  close(): Promise<void>
}

/** A private key and its certificate, as PEM. */
interface Tls {
  readonly key: string
  readonly cert: string
}

/**
 * Serves each configuration below `/<name>` on a free port of this machine.
 *
 * @param options.tls serves `https://localhost:<port>`
 * @param options.policy a Content Security Policy that is added to each response, as by a proxy
 */
export async function startSite(
  applications: Readonly<Record<string, AuthConfig>>,
  { tls, policy }: { readonly tls?: Tls; readonly policy?: string } = {},
): Promise<Site> {
  const scheme = tls ? 'https' : 'http'
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const [, name = ''] = incoming.url?.split(/[/?]/) ?? []
    const config = applications[name]
    if (config === undefined) return void respondElsewhere(incoming, outgoing)
    if (policy !== undefined) outgoing.setHeader('content-security-policy', policy)
    respond(scheme, incoming, outgoing, config).catch((error: unknown) => outgoing.destroy(error as Error))
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `${scheme}://localhost:${(server.address() as AddressInfo).port}`,
    close: () => close(server),
  }
}

/** Responds outside of the applications: with an empty page, and without an icon for the tab. */
function respondElsewhere({ url }: IncomingMessage, outgoing: ServerResponse): void {
  if (url === '/favicon.ico') outgoing.writeHead(204).end()
  else outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Home</title>')
}

async function respond(
  scheme: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  config: AuthConfig,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = incoming
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = method === 'GET' || method === 'HEAD' ? undefined : Buffer.concat(chunks)
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const response = await Auth(
    new Request(`${scheme}://${headers.host}${url}`, { method, headers: sent, body }),
    config,
  )
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
