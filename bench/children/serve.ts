import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { authCoreWithCookies } from '../subjects/auth-core.ts'
import { betterAuthOnSqlite } from '../subjects/better-auth.ts'
import { ANN } from '../subjects/fixtures.ts'
import { latchkeyWithCookies } from '../subjects/latchkey.ts'

// A `node:http` server around a library, the same for each library. Argument: the library. Sends
// its URL and a session cookie to the parent process, and its CPU usage after each message.

interface Served {
  readonly fetch: (request: Request) => Promise<Response> | Response
  readonly cookie: string
  readonly path: string
}

const SERVERS: Record<string, () => Promise<Served>> = {
  async latchkey() {
    const { auth, cookie } = await latchkeyWithCookies()
    return { fetch: auth.handle, cookie, path: '/auth/session' }
  },
  async '@auth/core'() {
    const { handle, cookie } = await authCoreWithCookies()
    return { fetch: handle, cookie, path: '/auth/session' }
  },
  async 'better-auth'() {
    const { auth, cookie } = await betterAuthOnSqlite()
    return { fetch: auth.handler, cookie, path: '/api/auth/get-session' }
  },
  async baseline() {
    const { cookie } = await latchkeyWithCookies()
    return { fetch: () => Response.json({ user: ANN }), cookie, path: '/' }
  },
}

const [, , name = ''] = process.argv
const { fetch, cookie, path } = await (SERVERS[name] as (typeof SERVERS)[string])()
const server = createAdaptorServer({ fetch })
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, cookie })
})
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => process.exit())
