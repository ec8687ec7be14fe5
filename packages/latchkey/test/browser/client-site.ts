import { fileURLToPath } from 'node:url'
import { type AuthConfig, createAuth } from 'latchkey'
import { build, defaultClientConditions, type Rolldown } from 'vite'
import { type Listener, listen } from './listen.ts'

/**
 * A page with all clients of the library, behind a real server with endpoints below `/api/auth`.
 */
export interface ClientSite extends Listener {
  /** Method and path of the requests to the endpoints, in order. */
  readonly requests: string[]
  /** Responds in place of the endpoints while it is set. */
  fault: ((request: Request) => Response | Promise<Response> | undefined) | undefined
}

/** Serves the page at `/page` on a free port of this machine. It has a form with a text field. */
export async function startClientSite(config: AuthConfig): Promise<ClientSite> {
  const scripts = await bundle()
  const auth = createAuth(config)
  const requests: string[] = []

  async function respond(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const script = scripts.get(pathname)
    if (script !== undefined) return new Response(script, { headers: { 'content-type': 'text/javascript' } })
    if (pathname === '/page') return showPage()
    if (!pathname.startsWith('/api/auth/')) return new Response(null, { status: 204 })
    requests.push(`${request.method} ${pathname}`)
    return (await site.fault?.(request)) ?? auth.handle(request)
  }

  const site: ClientSite = { ...(await listen(respond)), requests, fault: undefined }
  return site
}

function showPage(): Response {
  const html = `<!doctype html><title>Page</title><link rel="icon" href="data:,">
    <input aria-label="Draft"><script type="module" src="/client-page.js"></script>`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** Bundles the script of the page. The parts that load on demand are files of their own. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      conditions: ['@latchkey/source', ...defaultClientConditions],
      alias: { '$app/paths': fileURLToPath(new URL('app-paths.ts', import.meta.url)) },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      rollupOptions: {
        input: fileURLToPath(new URL('client-page.ts', import.meta.url)),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  return new Map(
    (output as Rolldown.RolldownOutput).output.flatMap((part) =>
      part.type === 'chunk' ? [[`/${part.fileName}`, part.code]] : [],
    ),
  )
}
