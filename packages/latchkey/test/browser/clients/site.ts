import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { Latchkey, type LatchkeyConfig } from 'latchkey/node'
import { build, defaultClientConditions, type Plugin, type Rolldown } from 'vite'
import type { PageData, PageOptions } from './page.ts'

/** The clients, and the module that starts a page with each of them. */
const ENTRIES = {
  React: 'react.ts',
  Solid: 'solid.ts',
  Svelte: 'svelte.svelte.ts',
  'the plain client': 'plain.ts',
}
export type ClientName = keyof typeof ENTRIES
export const CLIENTS: readonly ClientName[] = Object.keys(ENTRIES) as ClientName[]

/**
 * How an endpoint fails: it never responds, breaks the connection, sends a page in place of JSON,
 * has an error status, or sends the response that it has now after a promise.
 */
export type Fault = 'silent' | 'reset' | 'html' | number | Promise<void>

/** A server with a page for each client, and the endpoints below `/api/auth`. */
export interface ClientSite {
  readonly origin: string
  /** Method and endpoint of the requests: `GET session`. */
  readonly requests: string[]
  /** Returns how a request fails. */
  fault: (request: string) => Fault | undefined
  close(): void
}

/** Serves the pages on a free port of this machine. `pagePath` returns their paths. */
export async function startClientSite(config: LatchkeyConfig): Promise<ClientSite> {
  const scripts = await bundle()
  const { auth, handler } = Latchkey({ ...config, basePath: '/api/auth' })

  async function respondWithPage(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://site.test')
    const script = scripts.get(pathname.slice(1))
    if (script !== undefined) return send(outgoing, 'text/javascript', script)
    const { client, ...options } = JSON.parse(searchParams.get('page') ?? '{}')
    const session = options.hasSession ? await auth(incoming) : undefined
    send(outgoing, 'text/html', createDocument(client, { ...options, session }))
  }

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const [path = '', endpoint] = incoming.url?.match(/^\/api\/auth\/([^?]+)/) ?? []
    if (path === '') return respondWithPage(incoming, outgoing)
    const request = `${incoming.method} ${endpoint}`
    site.requests.push(request)
    const fault = site.fault(request)
    if (fault === 'silent') return
    if (fault === 'reset') return void incoming.socket.destroy()
    if (fault === 'html') return send(outgoing, 'text/html', '<title>Please wait</title>')
    if (typeof fault === 'number') return void outgoing.writeHead(fault).end('{"message":"no"}')
    if (fault !== undefined) holdBack(outgoing, fault)
    await handler(incoming, outgoing)
  }

  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site: ClientSite = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests: [],
    fault: () => undefined,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return site
}

/** Returns the path of a page; without a client, of an empty page. */
export function pagePath(client?: ClientName, options: PageOptions = {}): string {
  return `/page?${new URLSearchParams({ page: JSON.stringify({ client, ...options }) })}`
}

function createDocument(client: ClientName | undefined, page: PageData): string {
  const data = JSON.stringify(page).replaceAll('<', '\\u003c')
  return `<!doctype html><title>Page</title><link rel="icon" href="data:,"><div id="root"></div>
    <script>window.pageData = ${data}</script>
    ${client ? `<script type="module" src="/${CLIENTS.indexOf(client)}.js"></script>` : ''}`
}

function send(outgoing: ServerResponse, type: string, body: string): void {
  outgoing.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body)
}

/** Sends the response that the handler writes after a promise. */
function holdBack(outgoing: ServerResponse, release: Promise<void>): void {
  const { end } = outgoing
  outgoing.end = ((...args: Parameters<typeof end>) => {
    release.then(() => end.apply(outgoing, args))
    return outgoing
  }) as typeof end
}

/** Bundles the pages of all clients. Returns the scripts by name. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const toPath = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
  const input = Object.fromEntries(Object.values(ENTRIES).map((file, index) => [index, toPath(file)]))
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [svelteKitPaths, svelte({ configFile: false })],
    resolve: { conditions: ['@latchkey/source', ...defaultClientConditions] },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  })
  const chunks = (output as Rolldown.RolldownOutput).output.filter((part) => part.type === 'chunk')
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]))
}

/** The module of SvelteKit from which the client learns its base path. */
const svelteKitPaths: Plugin = {
  name: 'sveltekit-paths',
  enforce: 'pre',
  resolveId: (id) => (id === '$app/paths' ? id : undefined),
  load: (id) => (id === '$app/paths' ? 'export const resolve = (path) => "/api" + path' : undefined),
}
