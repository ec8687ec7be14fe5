import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authCoreWithCookies } from '../subjects/auth-core.ts'
import { betterAuthOnSqlite } from '../subjects/better-auth.ts'
import { latchkeyWithCookies } from '../subjects/latchkey.ts'
import { ANN } from '../subjects/people.ts'

// A plain server of Node.js around a library, the same few lines for each. Argument: the library. Tells its address and the cookie by a message, and
// on `cpu` how much of the processor it has used.

const [, , library] = process.argv

const SERVERS: Record<string, () => Promise<{ handle: (request: Request) => Promise<Response> | Response; cookie: string; path: string }>> =
  {
    async latchkey() {
      const { auth, cookie } = await latchkeyWithCookies()
      return { handle: (request) => auth.handle(request), cookie, path: '/auth/session' }
    },
    async '@auth/core'() {
      return { ...(await authCoreWithCookies()), path: '/auth/session' }
    },
    async 'better-auth'() {
      const { auth, cookie } = await betterAuthOnSqlite()
      return { handle: (request) => auth.handler(request), cookie, path: '/api/auth/get-session' }
    },
    async floor() {
      return { handle: () => Response.json({ user: ANN }), cookie: 'a=b', path: '/' }
    },
  }

const { handle, cookie, path } = await (SERVERS[library ?? ''] as (typeof SERVERS)[string])()

const server = createServer(async (incoming, outgoing) => {
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
  const response = await handle(new Request(`http://localhost:3000${incoming.url}`, { headers }))
  outgoing.writeHead(response.status, [...response.headers].flat())
  outgoing.end(await response.text())
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, cookie })
})
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => process.exit())
