import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type AuthConfig, createAuth } from 'latchkey'
import { renderToString } from 'react-dom/server'
import { build, defaultClientConditions, type Rolldown } from 'vite'
import { applicationFor, type PageData, type PageOptions } from './react-application.ts'

/** A React application behind a real server, with its endpoints below `/api/auth`. */
export interface ReactSite {
  readonly origin: string
  /** Method and path of the requests to the endpoints, in order. */
  readonly requests: string[]
  /** The status with which all endpoints fail while it is set. */
  fault: number | undefined
  close(): void
}

/**
 * Serves the application on a free port of this machine. `pagePath` returns the paths of its pages.
 */
export async function startReactSite(config: AuthConfig): Promise<ReactSite> {
  const script = await bundle()
  const auth = createAuth(config)
  const requests: string[] = []

  async function respond(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/page.js')
      return new Response(script, { headers: { 'content-type': 'text/javascript' } })
    if (pathname === '/page') return showPage(request, JSON.parse(searchParams.get('options') ?? '{}'))
    if (!pathname.startsWith('/api/auth/')) return new Response(null, { status: 204 })
    requests.push(`${request.method} ${pathname}`)
    return site.fault === undefined
      ? auth.handle(request)
      : Response.json({ message: 'no' }, { status: site.fault })
  }

  async function showPage({ headers }: Request, options: PageOptions): Promise<Response> {
    const { session } = options.hasSession ? await auth.session({ headers }) : { session: undefined }
    const page: PageData = { ...options, session }
    const notes = { shown: [], callbacks: [], update: undefined }
    const markup = options.isRendered ? renderToString(applicationFor(page, notes)) : ''
    const data = JSON.stringify(page).replaceAll('<', '\\u003c')
    const html = `<!doctype html><title>Page</title><link rel="icon" href="data:,">
      <div id="root">${markup}</div>
      <script>window.page = ${data}</script><script type="module" src="/page.js"></script>`
    return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }

  const server = createServer(async (incoming, outgoing) => {
    const response = await respond(await toRequest(incoming))
    outgoing.writeHead(response.status, [...response.headers].flat())
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site: ReactSite = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    fault: undefined,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return site
}

/** Returns the path of a page of the application. */
export function pagePath(options: PageOptions = {}): string {
  return `/page?${new URLSearchParams({ options: JSON.stringify(options) })}`
}

/** Bundles the script of the page with the development build of React, which logs warnings. */
async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: { conditions: ['@latchkey/source', ...defaultClientConditions] },
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: fileURLToPath(new URL('react-page.ts', import.meta.url)) },
    },
  })
  const [chunk] = (output as Rolldown.RolldownOutput).output
  return chunk.code
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: headers as Record<string, string>,
    body,
  })
}
